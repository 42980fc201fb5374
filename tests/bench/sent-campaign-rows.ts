/**
 * SQL that writes the results of a campaign to all contacts of a large workspace: of 100 emails, 2 failed, 38 were
 * opened and 9 clicked, within two days. Each takes the tenant's id and the campaign's name.
 */
export const SENT_CAMPAIGN_ROWS = [
  `insert into campaigns (tenant_id, id, user_id, name, subject, content, use_html_builder, personalization, is_ab_test, status,
     total_contacts, started_at, sent_at, created_at)
   select t.id, uuidv7(), u.id, w.name, 'Hello {firstName}', 'Dear {firstName}', false, '', false, 'sent',
     (select count(*) from contacts where tenant_id = t.id), now() - interval '50 hours', now() - interval '27 hours', now() - interval '50 hours'
   from (select $1::uuid as id, $2::text as name) as w join tenants t on t.id = w.id join users u on u.tenant_id = t.id returning 1`,
  `insert into email_logs (tenant_id, id, campaign_id, contact_id, contact_name, contact_email, merge_values, status, attempts, attempted_at,
     sent_at, opened_at, clicked_at, failed_at, error, created_at)
   select tenant_id, uuidv7(), campaign_id, contact_id, first_name || ' ' || last_name, email,
     jsonb_build_object('firstName', first_name, 'lastName', last_name, 'fields', fields),
     case when n % 100 < 2 then 'failed' else 'sent' end, 1, at,
     case when n % 100 >= 2 then at end, case when n % 100 between 2 and 39 then at + interval '30 minutes' * (n % 40) end,
     case when n % 100 between 2 and 10 then at + interval '30 minutes' * (n % 44) end, case when n % 100 < 2 then at end,
     case when n % 100 < 2 then 'INVALID_RECIPIENT: No such mailbox' end, now() - interval '50 hours'
   from (
     select c.tenant_id, k.id as campaign_id, c.id as contact_id, c.first_name, c.last_name, c.email, c.fields,
       substr(c.first_name, 6)::int as n, now() - interval '50 hours' + interval '0.8 s' * substr(c.first_name, 6)::int as at
     from contacts c join campaigns k on k.tenant_id = c.tenant_id where c.tenant_id = $1::uuid and k.name = $2) as mail returning 1`,
  `insert into tracked_links (tenant_id, campaign_id, id, position, url)
   select tenant_id, id, uuidv7(), n, 'https://lists.example/read/' || n
   from campaigns, generate_series(0, 4) as n where tenant_id = $1::uuid and name = $2 returning 1`,
  `insert into email_events (tenant_id, id, campaign_id, log_id, kind, link_id, occurred_at)
   select l.tenant_id, uuidv7(), l.campaign_id, l.id, what.kind, case when what.kind = 'click' then k.id end, what.at
   from campaigns c join email_logs l on l.tenant_id = c.tenant_id and l.campaign_id = c.id
   cross join lateral (values ('open', l.opened_at), ('click', l.clicked_at)) as what (kind, at)
   join tracked_links k on k.tenant_id = c.tenant_id and k.campaign_id = c.id and k.position = abs(hashtext(l.contact_email)) % 5
   where c.tenant_id = $1::uuid and c.name = $2 and what.at is not null returning 1`,
  `update campaigns c set sent_count = f.sent, failed_count = f.failed, opened_count = f.opened, clicked_count = f.clicked
   from (select tenant_id, campaign_id, count(*) filter (where status = 'sent') as sent, count(*) filter (where status = 'failed') as failed,
     count(opened_at) as opened, count(clicked_at) as clicked from email_logs group by 1, 2) as f
   where c.tenant_id = $1::uuid and c.name = $2 and f.tenant_id = c.tenant_id and f.campaign_id = c.id`,
]
