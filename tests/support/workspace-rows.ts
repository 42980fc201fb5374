import type { Em } from '#api/platform/database/database.ts'
import type { TestPerson } from './world.ts'

/**
 * Writes `count` objects of every kind into a workspace's database rows, so that every list has entries: each campaign
 * has ten recipients, links, clicks, a file and two mailboxes.
 */
export async function fillWorkspace(em: Em, { tenantId, userId }: TestPerson, count: number): Promise<void> {
  for (const step of STEPS) await em.execute(step, { tenantId, userId, count })
}

/** Adds a number of workspaces without users to the database. */
export async function addWorkspaces(em: Em, count: number): Promise<void> {
  await em.execute(
    `insert into tenants (id, slug, name, subscription_tier, max_users, max_contacts, max_campaigns)
     select uuidv7(), 'rows-' || n, 'Rows ' || n, 'free', 1, 1, 1 from generate_series(1, :count) as n returning 1`,
    { count },
  )
}

/**
 * SQL statements that fill a workspace. Their parameters are the workspace's id, its user's id and the number of
 * objects.
 */
const STEPS: readonly string[] = [
  `insert into users (tenant_id, id, username, email, name, role)
   select :tenantId, uuidv7(), 'colleague' || n || substr(:tenantId::text, 25), 'u' || n || '@rows.example', 'Colleague ' || n, 'user'
   from generate_series(2, :count) as n returning 1`,
  `insert into contacts (tenant_id, id, first_name, last_name, email, fields)
   select :tenantId, uuidv7(), 'First' || n, 'Last', 'c' || n || '@rows.example', '{"City": "Cork"}'
   from generate_series(1, greatest(10, :count)) as n returning 1`,
  `insert into deleted_contacts (tenant_id, id, external_id) select :tenantId, uuidv7(), 'crm-' || n from generate_series(1, :count) as n returning 1`,
  `insert into webhooks (tenant_id, id, url, events, sealed_secret, created_at)
   select :tenantId, uuidv7(), 'https://hooks' || n || '.example/', '{email_sent,contact_changed}', '\\x00', now() from generate_series(1, :count) as n returning 1`,
  `insert into webhook_deliveries (tenant_id, id, webhook_id, event, occurred_at, data, status)
   select tenant_id, uuidv7(), id, 'contact_changed', now(), '{"change": "created", "contactIds": []}', 'delivered' from webhooks
   where tenant_id = :tenantId returning 1`,
  `insert into contact_tags (tenant_id, contact_id, tag) select tenant_id, id, 'Readers' from contacts
   where tenant_id = :tenantId returning 1`,
  `insert into suppressions (tenant_id, id, email, reason) select :tenantId, uuidv7(), 's' || n || '@rows.example', 'manual'
   from generate_series(1, :count) as n returning 1`,
  `insert into sheets (tenant_id, id, user_id, name, columns, row_count, person_count)
   select :tenantId, uuidv7(), :userId, 'Sheet ' || n, '{Order}', 1, 1 from generate_series(1, :count) as n returning 1`,
  `insert into segments (tenant_id, id, name, filter, created_by)
   select :tenantId, uuidv7(), 'Segment ' || n, '{"tags": ["Readers"], "search": "First"}', :userId from generate_series(1, :count) as n returning 1`,
  `insert into templates (tenant_id, id, user_id, name, subject, content)
   select :tenantId, uuidv7(), :userId, 'Template ' || n, 'Hello', 'Hello' from generate_series(1, :count) as n returning 1`,
  `insert into saved_blocks (tenant_id, id, name, elements, created_by)
   select :tenantId, uuidv7(), 'Block ' || n, '[]', :userId from generate_series(1, :count) as n returning 1`,
  `insert into images (tenant_id, id, token, content_type, bytes, size, width, height, created_by)
   select :tenantId, uuidv7(), replace(gen_random_uuid()::text, '-', ''), 'image/png', '\\x00', 1, 1, 1, :userId from generate_series(1, :count) as n returning 1`,
  `insert into api_keys (tenant_id, id, user_id, name, scopes, token_hash, token_start)
   select :tenantId, uuidv7(), :userId, 'Key ' || n, '{contacts:read}', sha256(gen_random_uuid()::text::bytea), 'mw_' from generate_series(1, :count) as n returning 1`,
  `insert into service_accounts (tenant_id, id, name, created_at)
   select :tenantId, uuidv7(), 'Service ' || n, now() from generate_series(1, :count) as n returning 1`,
  `insert into contact_imports (tenant_id, id, user_id, file_name, added, ignored, rejected, skipped, undone)
   select :tenantId, uuidv7(), :userId, 'list.xlsx', 1, 0, 1, 0,
     '{"at": "2026-01-01T00:00:00.000Z", "removed": 1, "restored": 0, "left": 1, "leftEmails": ["a@rows.example"]}'
   from generate_series(1, :count) as n returning 1`,
  `insert into tasks (tenant_id, id, user_id, kind, status, input, import_id, created_at, touched_at, finished_at)
   select tenant_id, uuidv7(), user_id, 'undoImport', 'done', '{}', id, now(), now(), now() from contact_imports
   where tenant_id = :tenantId returning 1`,
  `insert into mailboxes (tenant_id, id, user_id, provider, subject, email, name, status, scopes, sealed_grant)
   select :tenantId, uuidv7(), :userId, 'microsoft', gen_random_uuid(), 'box' || n || '@rows.example', 'Box', 'connected', '{Mail.Send}', '\\x00'
   from generate_series(1, :count) as n returning 1`,
  `insert into mailbox_shares (tenant_id, mailbox_id, user_id, shared_by, created_at)
   select m.tenant_id, m.id, u.id, 'Nora', now() from mailboxes m join users u on u.tenant_id = m.tenant_id
   where m.tenant_id = :tenantId and u.id <> :userId and u.email ~ '^u[0-9]@' returning 1`,
  `insert into campaigns (tenant_id, id, user_id, name, subject, content, use_html_builder, personalization, is_ab_test,
     ab_variant_type, ab_variant_b, ab_split_percentage, status, tracking, total_contacts, sent_count, started_at)
   select :tenantId, uuidv7(), :userId, 'Campaign ' || n, 'Hello', 'Dear {firstName} of {Company}', false, '', true, 'subject', 'Hi', 50,
     (array['sent', 'sending', 'paused', 'draft'])[1 + n % 4], (array['recipient', 'counts'])[1 + n % 2], 10, 8, now() - interval '2 hours'
   from generate_series(1, :count) as n returning 1`,
  `insert into campaign_contacts (tenant_id, campaign_id, contact_id)
   select c.tenant_id, c.id, p.id from campaigns c cross join lateral (
     select id from contacts where tenant_id = c.tenant_id order by id limit 10) as p
   where c.tenant_id = :tenantId returning 1`,
  `insert into campaign_mailboxes (tenant_id, campaign_id, mailbox_id, position)
   select c.tenant_id, c.id, m.id, m.n from campaigns c cross join lateral (
     select id, row_number() over (order by id)::int as n from mailboxes where tenant_id = c.tenant_id order by id limit 2) as m
   where c.tenant_id = :tenantId and c.status <> 'draft' returning 1`,
  `insert into attachments (tenant_id, id, campaign_id, position, name, content_type, size, content)
   select tenant_id, uuidv7(), id, 0, 'a.txt', 'text/plain', 1, '\\x41' from campaigns
   where tenant_id = :tenantId returning 1`,
  `insert into tracked_links (tenant_id, campaign_id, id, position, url)
   select tenant_id, id, uuidv7(), n, 'https://rows.example/' || n from campaigns, generate_series(0, 2) as n
   where tenant_id = :tenantId returning 1`,
  `insert into tracking_counts (tenant_id, campaign_id, variant, position, people, machines)
   select tenant_id, id, 'A', n, 3, 1 from campaigns, generate_series(-1, 2) as n
   where tenant_id = :tenantId and tracking = 'counts' returning 1`,
  `insert into email_logs (tenant_id, id, campaign_id, contact_id, contact_name, contact_email, merge_values, status, mailbox_id,
     attempts, attempted_at, sent_at, failed_at, error, opened_at, clicked_at, variant)
   select c.tenant_id, uuidv7(), c.id, p.id, p.first_name, p.email, '{}', s.status, m.id, 1, now() - interval '1 hour',
     case when s.status = 'sent' then now() - interval '1 hour' end, case when s.status = 'failed' then now() end,
     case when s.status = 'failed' then 'INVALID_RECIPIENT: No such mailbox' end,
     case when p.n = 1 then now() end, case when p.n = 1 then now() end, 'A'
   from campaigns c
   join lateral (select id from mailboxes where tenant_id = c.tenant_id order by id limit 1) as m on true
   cross join lateral (select *, row_number() over (order by id)::int as n from contacts where tenant_id = c.tenant_id order by id limit 10) as p
   cross join lateral (select case when p.n > 8 then 'failed' else 'sent' end as status) as s
   where c.tenant_id = :tenantId and c.status <> 'draft' returning 1`,
  `insert into replies (tenant_id, id, campaign_id, log_id, mailbox_id, message_id, from_email, received_at, assignee_id, done_at, done_by)
   select tenant_id, uuidv7(), campaign_id, id, mailbox_id, 'm-' || id, contact_email, now(), :userId, now(), :userId from (
     select *, row_number() over (order by id) as n from email_logs where tenant_id = :tenantId and status = 'sent') as l
   where n <= :count returning 1`,
  `insert into email_events (tenant_id, id, campaign_id, log_id, kind, link_id, occurred_at)
   select l.tenant_id, uuidv7(), l.campaign_id, l.id, 'click', k.id, l.clicked_at
   from email_logs l join tracked_links k on k.tenant_id = l.tenant_id and k.campaign_id = l.campaign_id
   where l.tenant_id = :tenantId and l.clicked_at is not null returning 1`,
]
