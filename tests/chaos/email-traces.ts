import { Client } from 'pg'
import { uuidArray } from '#api/platform/database/database.ts'

/** Records every change of an email's sending state in the database, to explain a broken promise. */
export async function traceEmails(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, (client) =>
    client.query(`
      create table email_trace (id bigint generated always as identity, email_id uuid, state jsonb,
        at timestamptz default clock_timestamp(), began timestamptz default transaction_timestamp());
      create function trace_email() returns trigger language plpgsql security definer as $$
        begin
          insert into email_trace (email_id, state) values (new.id, jsonb_build_object('status', new.status, 'error', new.error,
            'attempts', new.attempts, 'protocol', new.protocol, 'mailbox', new.mailbox_id, 'draft', new.draft_id,
            'history', new.draft_history, 'lookAt', new.look_at, 'retryAt', new.retry_at));
          return null;
        end $$;
      -- The nodes of a cluster do not have the table.
      do $$ begin
        if not exists (select from pg_extension where extname = 'citus') then
          create trigger trace_email after update on email_logs for each row execute function trace_email();
        end if;
      end $$`),
  )
}

/** Returns what {@link traceEmails} recorded of these emails, oldest first. */
export async function tracesOf(databaseUrl: string, ids: readonly string[]): Promise<unknown[]> {
  const { rows } = await withClient(databaseUrl, (client) =>
    client.query('select email_id, at, state from email_trace where email_id = any ($1::uuid[]) order by id', [
      uuidArray(ids),
    ]),
  )
  return rows
}

async function withClient<T>(databaseUrl: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
