/** The code that our own error texts begin with; any other text is a provider's. */
const FAILURE_CODE = `case when error is not null then coalesce(
      substring(error from '^(UNCERTAIN|NOT_SENT|SUPPRESSED|DECLINED|CANCELLED|EXPIRED_TOKEN|SIGN_IN_REFUSED|NON_DELIVERY_[A-Z]+)'),
      'PROVIDER') end`

/** Tables of emails: a row for each email and recipient with its outcome, and the counts that outlive the row. */
export const EMAILS = [
  // `row_number`: the row of a sheet that the email is about; 0: all of the person.
  // `draft_history`: what the mailbox said about a doubtful draft. `next_step_at`: when the follow-up sweep looks at
  // the recipient.
  `create table email_logs (
    tenant_id uuid not null,
    id uuid not null,
    campaign_id uuid not null,
    contact_id uuid not null,
    contact_name text not null,
    contact_email text not null,
    merge_values jsonb not null,
    status text not null check (status in ('pending', 'sending', 'sent', 'delivered', 'failed')),
    mailbox_id uuid,
    attempts integer not null default 0,
    attempted_at timestamptz,
    retry_at timestamptz,
    protocol text check (protocol in ('draft', 'direct')),
    draft_id text,
    message_id text,
    sent_at timestamptz,
    delivered_at timestamptz,
    failed_at timestamptz,
    error text,
    created_at timestamptz not null default now(),
    variant text check (variant in ('A', 'B')),
    internet_message_id text,
    thread_id text,
    opened_at timestamptz,
    machine_opened_at timestamptz,
    clicked_at timestamptz,
    bounced_at timestamptz,
    replied_at timestamptz,
    unsubscribed_at timestamptz,
    email_key text not null generated always as (lower(contact_email)) stored,
    failures integer not null default 0,
    draft_history jsonb not null default '[]',
    look_at timestamptz,
    untracked boolean not null default false,
    failure_code text generated always as (${FAILURE_CODE}) stored,
    away_until timestamptz,
    away_dated boolean,
    next_step_at timestamptz,
    leave_until timestamptz,
    follow_ups_stopped_at timestamptz,
    time_zone text,
    approved_seal bytea,
    file_ids uuid[],
    row_number integer not null default 0,
    primary key (tenant_id, id),
    foreign key (tenant_id, campaign_id) references campaigns (tenant_id, id) on delete cascade
  )`,
  `create index email_logs_address on email_logs (tenant_id, mailbox_id, email_key, sent_at)
    where sent_at is not null`,
  `create index email_logs_clicked on email_logs (tenant_id, campaign_id, clicked_at) where clicked_at is not null`,
  `create index email_logs_contact on email_logs (tenant_id, contact_id, id)`,
  `create index email_logs_internet_message_id on email_logs (tenant_id, internet_message_id)
    where internet_message_id is not null`,
  `create index email_logs_ledger on email_logs (tenant_id, mailbox_id, attempted_at)
    where attempted_at is not null`,
  `create index email_logs_left on email_logs (tenant_id, campaign_id, sent_at) where sent_at is not null`,
  `create index email_logs_left_drafts on email_logs (tenant_id, mailbox_id)
    where draft_id is not null and status = 'failed' and sent_at is null`,
  `create index email_logs_left_out on email_logs (tenant_id, campaign_id)
    where status = 'failed' and (failure_code in ('SUPPRESSED', 'DECLINED') or error like 'WEEKLY_CEILING%')`,
  `create index email_logs_machine_opened on email_logs (tenant_id, campaign_id, machine_opened_at)
    where machine_opened_at is not null and opened_at is null`,
  `create index email_logs_next_step on email_logs (tenant_id, campaign_id, next_step_at)
    where next_step_at is not null`,
  `create index email_logs_opened on email_logs (tenant_id, campaign_id, opened_at) where opened_at is not null`,
  `create index email_logs_person on email_logs (tenant_id, email_key)`,
  `create index email_logs_received on email_logs (tenant_id, email_key, sent_at) where sent_at is not null`,
  `create unique index email_logs_recipient on email_logs (tenant_id, campaign_id, contact_id, row_number)`,
  `create index email_logs_status on email_logs (tenant_id, campaign_id, status, id)`,
  `create index email_logs_thread on email_logs (tenant_id, mailbox_id, thread_id) where thread_id is not null`,
  `create index email_logs_uncertain on email_logs (tenant_id, id)
    where status = 'failed' and failure_code = 'UNCERTAIN'`,
  `create index email_logs_undelivered on email_logs (tenant_id, sent_at) where status = 'sent'`,
  `create index email_logs_under_way on email_logs (tenant_id, mailbox_id) where status = 'sending'`,
  `create index email_logs_untracked on email_logs (tenant_id, campaign_id) where untracked`,
  `create index email_logs_workspace on email_logs (tenant_id, attempted_at) where attempted_at is not null`,
  `create table email_events (
    tenant_id uuid not null,
    id uuid not null,
    campaign_id uuid not null,
    log_id uuid not null,
    kind text not null check (kind in (
      'open', 'click', 'unsubscribe', 'bounce', 'complaint', 'reply', 'away', 'automatic', 'unproven', 'unsent'
    )),
    link_id uuid,
    machine boolean not null default false,
    detail text,
    occurred_at timestamptz not null,
    primary key (tenant_id, id),
    foreign key (tenant_id, log_id) references email_logs (tenant_id, id) on delete cascade
  )`,
  `create index email_events_campaign on email_events (tenant_id, campaign_id, kind, occurred_at)`,
  `create index email_events_log on email_events (tenant_id, log_id, occurred_at)`,
  `create table tracked_links (
    tenant_id uuid not null,
    campaign_id uuid not null,
    id uuid not null,
    position integer not null,
    url text not null,
    primary key (tenant_id, id),
    foreign key (tenant_id, campaign_id) references campaigns (tenant_id, id) on delete cascade
  )`,
  `create unique index tracked_links_campaign on tracked_links (tenant_id, campaign_id, position)`,
  // Opens and clicks without a recipient. `position`: the link; -1: opens.
  `create table tracking_counts (
    tenant_id uuid not null,
    campaign_id uuid not null,
    variant text not null check (variant in ('', 'A', 'B')),
    position integer not null,
    people integer not null default 0,
    machines integer not null default 0,
    primary key (tenant_id, campaign_id, variant, position),
    foreign key (tenant_id, campaign_id) references campaigns (tenant_id, id) on delete cascade
  )`,
  // Only ids, the time and the sender of a reply are stored. `answering_by`: who writes an answer, until
  // `answering_until`.
  `create table replies (
    tenant_id uuid not null,
    id uuid not null,
    campaign_id uuid not null,
    log_id uuid not null,
    mailbox_id uuid,
    message_id text not null,
    from_email text not null,
    reply_to text,
    received_at timestamptz not null,
    assignee_id uuid,
    done_at timestamptz,
    done_by uuid,
    internet_message_id text,
    thread_id text,
    snoozed_until timestamptz,
    answered_at timestamptz,
    answering_by uuid,
    answering_until timestamptz,
    is_positive boolean not null default false,
    primary key (tenant_id, id),
    unique (tenant_id, log_id, message_id),
    foreign key (tenant_id, campaign_id) references campaigns (tenant_id, id) on delete cascade
  )`,
  `create index replies_assignee on replies (tenant_id, assignee_id, id) where assignee_id is not null`,
  `create index replies_campaign on replies (tenant_id, campaign_id, id)`,
  `create index replies_open on replies (tenant_id, id) where done_at is null`,
  // Emails that people sent to themselves; they count in the ledger of the mailbox.
  `create table test_mails (
    tenant_id uuid not null references tenants (id) on delete cascade,
    id uuid not null,
    user_id uuid not null,
    mailbox_id uuid not null,
    email text not null,
    status text not null check (status in ('sending', 'sent', 'failed')),
    attempted_at timestamptz not null,
    error text,
    failure_code text generated always as (${FAILURE_CODE}) stored,
    primary key (tenant_id, id)
  )`,
  `create index test_mails_ledger on test_mails (tenant_id, mailbox_id, attempted_at)`,
  `create index test_mails_person on test_mails (tenant_id, user_id, attempted_at)`,
  // Emails that left, or may have left, and have no other row: sent again, or their campaign was deleted. They count
  // in the ledger.
  `create table earlier_departures (
    tenant_id uuid not null references tenants (id) on delete cascade,
    id uuid not null default gen_random_uuid(),
    mailbox_id uuid not null,
    attempted_at timestamptz not null,
    is_certain boolean not null,
    is_dead boolean not null default false,
    primary key (tenant_id, id)
  )`,
  `create index earlier_departures_ledger on earlier_departures (tenant_id, mailbox_id, attempted_at)`,
  `create index earlier_departures_workspace on earlier_departures (tenant_id, attempted_at)`,
  // What became of emails whose campaign was deleted.
  `create table past_outcomes (
    tenant_id uuid not null,
    day date not null,
    mailbox_id uuid not null,
    sent integer not null default 0,
    bounced integer not null default 0,
    refused integer not null default 0,
    unsubscribed integer not null default 0,
    complained integer not null default 0,
    withdrawn_complaints integer not null default 0,
    primary key (tenant_id, day, mailbox_id)
  )`,
]
