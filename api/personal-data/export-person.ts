import { ERASED, personInput } from '#domain/personal-data.ts'
import { ensureRecentSignIn } from '#api/accounts/recent-sign-in.ts'
import { recordOwn } from '#api/audit/activity-log-writer.ts'
import { taggedAt } from '#api/audiences/contact-tag.ts'
import { answersToPerson } from '#api/campaigns/answers/reply-answer-campaigns.ts'
import { adminOf, type Call } from '#api/platform/call-context.ts'
import { parseInput } from '#api/platform/input-validation.ts'
import { mentionPattern, mentions } from './person-mentions.ts'
import { hashedAddresses } from '#api/contacts/returning-erased-contacts.ts'

/**
 * SQL statement for each section of the file about a person; the parameters `:tenantId`, `:email`, `:hashed` and
 * `:pattern` name the person.
 */
const SECTIONS = {
  contacts: `select to_jsonb(c) - 'tenant_id' - 'search_text' - 'email_key' || jsonb_build_object(
      'updated_at', greatest(c.updated_at, ${taggedAt('c', ':tenantId')}),
      'labels', (
        select coalesce(jsonb_agg(tag order by tag), '[]') from contact_tags t
        where t.tenant_id = :tenantId and t.contact_id = c.id)) as row
    from contacts c where c.tenant_id = :tenantId and c.email_key = lower(:email)`,
  earlierValues: `select to_jsonb(i) - 'tenant_id' as row from import_changes i
    join contacts c on c.tenant_id = i.tenant_id and c.id = i.contact_id
    where c.tenant_id = :tenantId and c.email_key = lower(:email)`,
  emails: `select to_jsonb(l) - 'tenant_id' - 'email_key' - 'draft_history' || jsonb_build_object(
      'campaign_name', c.name, 'subject', c.subject,
      'answer', case when c.answers_reply_id is not null then c.content end, 'events', (
        select coalesce(jsonb_agg(to_jsonb(e) - 'tenant_id' - 'log_id' order by e.occurred_at, e.id), '[]')
        from email_events e where e.tenant_id = :tenantId and e.log_id = l.id)) as row
    from email_logs l join campaigns c on c.tenant_id = l.tenant_id and c.id = l.campaign_id
    where l.tenant_id = :tenantId and (l.email_key = lower(:email)
      or l.id = any (array(${answersToPerson('email_key = lower(:email)')}))) order by l.id`,
  replies: `select to_jsonb(r) - 'tenant_id' as row from replies r
    join email_logs l on l.tenant_id = r.tenant_id and l.id = r.log_id
    where r.tenant_id = :tenantId and (l.email_key = lower(:email) or lower(:email) in (r.from_email, r.reply_to)) order by r.id`,
  testEmails: `select to_jsonb(t) - 'tenant_id' as row from test_mails t
    where t.tenant_id = :tenantId and lower(t.email) = lower(:email) order by t.id`,
  suppressions: `select to_jsonb(s) - 'tenant_id' - 'email_key' as row from suppressions s
    where s.tenant_id = :tenantId and s.email_key in (lower(:email), :hashed)`,
  trackingExclusions: `select to_jsonb(x) - 'tenant_id' as row from tracking_exclusions x
    where x.tenant_id = :tenantId and x.email_key in (lower(:email), :hashed)`,
  preferences: `select to_jsonb(p) - 'tenant_id' as row from preferences p
    where p.tenant_id = :tenantId and p.email_key in (lower(:email), :hashed)`,
  rejectedRows: `select row from contact_imports i, jsonb_array_elements(i.rejected_rows) as row
    where i.tenant_id = :tenantId and ${mentions('row')}`,
  users: `select jsonb_build_object('name', u.name, 'username', u.username, 'email', u.email, 'role', u.role,
      'created_at', u.created_at) as row
    from users u where u.tenant_id = :tenantId and lower(u.email) = lower(:email)`,
  mailboxes: `select jsonb_build_object('email', m.email, 'name', m.name, 'provider', m.provider,
      'connected_at', m.connected_at) as row
    from mailboxes m where m.tenant_id = :tenantId and lower(m.email) = lower(:email)`,
  // The address and browser of a super admin are hidden from the workspace.
  activity: `select to_jsonb(a) - 'tenant_id' || case when a.actor = 'superAdmin'
      then '{"address": "", "user_agent": ""}' else '{}' end::jsonb as row
    from audit_events a
    where a.tenant_id = :tenantId and (lower(a.target_label) = lower(:email) or a.actor_id in (
      select u.id from users u where u.tenant_id = :tenantId and lower(u.email) = lower(:email))) order by a.id`,
}

/** Names of the sections, each a list of rows. */
export const PERSON_SECTIONS = Object.keys(SECTIONS)

/** Everything that a workspace holds about a person. */
export type PersonFile = { email: string; exportedAt: string } & Record<keyof typeof SECTIONS, object[]>

/**
 * Everything that the workspace holds about an address; the export is recorded. Admins only. Throws BAD_INPUT,
 * REAUTHENTICATE.
 */
export async function exportPerson(call: Call, input: unknown): Promise<PersonFile> {
  const { tenantId } = adminOf(call)
  ensureRecentSignIn(call)
  const { email } = parseInput(personInput, input)
  const [hashed] = hashedAddresses(call.app, tenantId, email)
  return call.app.database.inTenant(tenantId, async (em) => {
    await recordOwn(call, em, { action: 'person_exported', target: { label: '1 person' } })
    // Erased people have no address, so the placeholder names nobody.
    const asked = email.toLowerCase() === ERASED.email ? '' : email
    const pattern = mentionPattern(asked)
    const sections = {} as Record<keyof typeof SECTIONS, object[]>
    for (const name of Object.keys(SECTIONS) as (keyof typeof SECTIONS)[]) {
      const rows = await em.execute<{ row: object }[]>(SECTIONS[name], { tenantId, email: asked, hashed, pattern })
      sections[name] = rows.map(({ row }) => row)
    }
    return { email, exportedAt: call.app.clock().toISOString(), ...sections }
  })
}
