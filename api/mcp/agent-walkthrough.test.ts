import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKey } from '#tests/support/api-key.ts'
import { agent, done as answered, refused, SCOPES, type TestAgent } from '#tests/support/mcp.ts'
import { endApproval } from '#tests/support/approval-off.ts'
import { configureSending } from '#tests/support/campaigns.ts'
import { addColleague } from '#tests/support/colleague.ts'
import { mutate } from '#tests/support/mutate.ts'
import { arriveReply } from '#tests/support/returned-mail.ts'
import { createWorld, eventually, type TestPerson, type World } from '#tests/support/world.ts'
import { tools } from './tool-list.ts'

let world: World
let owner: TestPerson
let writer: TestAgent
let sender: TestAgent
const mailbox = 'story@sandbox.test'
const TOPIC = { id: '0198a1a5-7d1c-7000-8000-000000000001', name: 'News', description: 'Once a month' }
/** the tools that answered at least once in this file */
const called = new Set<string>()

/** Calls a tool that must not be refused. */
async function done(who: TestAgent, name: string, args: object = {}) {
  const data = await answered(who, name, args)
  called.add(name)
  return data
}

beforeAll(async () => {
  world = await createWorld()
  owner = await world.signUp({ unlimited: true })
  await world.connect(owner, 'microsoft', mailbox)
  writer = await agent(world, await createKey(owner, SCOPES.writer))
  sender = await agent(world, await createKey(owner, SCOPES.sender))
})
afterAll(async () => {
  await writer.close()
  await sender.close()
  await world.close()
})

describe('an agent that prepares a campaign by MCP', () => {
  let people: string[]
  let segmentId: string
  let campaignId: string

  it('reads what the workspace contains', async () => {
    await mutate(owner, 'updateEmailSettings', { topics: [TOPIC] }, '{ topics { id } }')
    const { workspace, sending } = await done(writer, 'get_workspace')
    expect(sending.topics).toEqual([TOPIC])
    expect(workspace).toMatchObject({ subscriptionTier: 'enterprise', isActive: true, sendingStop: null })
    expect(sending.figuresNow).toMatchObject({ emailsPerInterval: 20 })
    expect(sending).toMatchObject({ weeklyCeiling: null, collisionDays: 7, undoSeconds: 10, launchApproval: false })
    expect((await done(writer, 'get_stats')).stats).toMatchObject({ totalContacts: 0, hasSent: false })
    expect((await done(writer, 'get_welcome', { days: 30 })).welcomes).toEqual([])
    expect((await done(writer, 'list_mailboxes')).mailboxes).toMatchObject([
      { email: mailbox, provider: 'microsoft', status: 'connected', canSend: true },
    ])
  })

  it('adds contacts, and gets the result of each row', async () => {
    const contacts = ['ann', 'bea', 'cid'].map((name) => ({
      email: `${name}@example.com`,
      firstName: name,
      fields: { Company: `${name} Ltd`, ...(name === 'ann' && { City: 'Tokyo' }) },
    }))
    const { results } = await done(writer, 'upsert_contacts', { contacts: [...contacts, { email: 'no address' }] })
    expect(results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['added', 'added', 'added', 'refused'])
    expect(results[3]).toMatchObject({ contactId: null, errors: [{ code: 'BAD_INPUT', field: 'email' }] })
    people = results.slice(0, 3).map(({ contactId }: { contactId: string }) => contactId)
    expect((await done(writer, 'get_contact', { contactId: people[0] })).contact).toMatchObject({
      email: 'ann@example.com',
      fields: { Company: 'ann Ltd' },
    })
    expect((await done(writer, 'list_contact_fields', { search: 'comp' })).fields).toEqual([
      { name: 'Company', contactCount: 3 },
    ])
  })

  it('tags the contacts and creates a segment of the tag', async () => {
    expect(await done(writer, 'add_tags', { contactIds: people, tags: ['VIP', 'Old'] })).toEqual({ contactCount: 3 })
    const old = { filter: { search: 'cid' }, tags: ['VIP', 'Old'] }
    expect(await done(writer, 'remove_tags', old)).toEqual({ contactCount: 1 })
    expect((await done(writer, 'list_tags')).tags).toContainEqual({ name: 'VIP', contactCount: 2 })
    const { segment } = await done(writer, 'create_segment', { name: 'VIPs', filter: { tags: ['VIP'] } })
    segmentId = segment.id
    const renamed = await done(writer, 'update_segment', { segmentId, name: 'Our VIPs' })
    expect(renamed.segment).toMatchObject({ name: 'Our VIPs', contactCount: 2, filter: { tags: ['VIP'] } })
    const { segment: other } = await done(writer, 'create_segment', { name: 'Other', filter: { tags: ['Old'] } })
    expect(await done(writer, 'delete_segment', { segmentId: other.id })).toEqual({
      deleted: { id: other.id, name: 'Other' },
    })
    expect((await done(writer, 'list_segments')).segments).toHaveLength(1)
    expect((await done(writer, 'list_contacts', { segmentId, limit: 1 })).totalCount).toBe(2)
  })

  it('creates a template and a draft from it', async () => {
    const text = { subject: 'News for {firstName}', content: 'Dear {firstName} of {Company}' }
    const { template } = await done(writer, 'create_template', { name: 'News', ...text })
    await done(writer, 'update_template', { templateId: template.id, name: 'Our news' })
    expect((await done(writer, 'list_templates', { search: 'our' })).templates).toMatchObject([{ name: 'Our news' }])
    const read = await done(writer, 'get_template', { templateId: template.id })
    expect(read.template).toMatchObject(text)
    const { subject, content } = read.template
    const { campaign } = await done(writer, 'create_campaign', { name: 'May', subject, content })
    campaignId = campaign.id
    expect(campaign).toMatchObject({ status: 'draft', totalContacts: 0, content })
    const { campaign: changed } = await done(writer, 'update_campaign', { campaignId, name: 'June', topicId: TOPIC.id })
    expect(changed).toMatchObject({ name: 'June', subject, topicId: TOPIC.id })
    expect(await refused(writer, 'update_campaign', { campaignId, topicId: people[0] })).toMatchObject({
      code: 'BAD_INPUT',
    })
    await done(writer, 'update_campaign', { campaignId, topicId: null })
    expect((await done(writer, 'get_campaign', { campaignId })).campaign).toMatchObject({ topicId: null })
  })

  it('sees the problems of a draft without recipients, and those that are left with recipients', async () => {
    const before = await done(writer, 'check_campaign', { campaignId })
    expect(before).toMatchObject({ hasErrors: true, campaign: { totalContacts: 0 } })
    const { campaign } = await done(writer, 'choose_recipients', { campaignId, segmentId })
    expect(campaign.totalContacts).toBe(2)
    const after = await done(writer, 'check_campaign', { campaignId })
    expect(after).toMatchObject({ hasErrors: false, campaign: { totalContacts: 2 } })
  })

  it('chooses recipients by id, by filter, and everybody', async () => {
    const choose = async (args: object) =>
      (await done(writer, 'choose_recipients', { campaignId, ...args })).campaign.totalContacts
    expect(await choose({ contactIds: [people[0]] })).toBe(1)
    expect(await choose({ everybody: true, except: [people[2]] })).toBe(2)
    expect(await choose({ contactIds: [] })).toBe(0)
    expect(await choose({ filter: { tags: ['VIP'] } })).toBe(2)
    expect(await refused(writer, 'choose_recipients', { campaignId, segmentId, everybody: true })).toMatchObject({
      code: 'BAD_INPUT',
    })
  })

  it('previews what a recipient gets', async () => {
    const { email } = await done(writer, 'preview_email', { campaignId, contactId: people[1] })
    expect(email).toMatchObject({ subject: 'News for bea', to: { address: 'bea@example.com' } })
    expect(email.text).toContain('Dear bea of bea Ltd')
    expect(email).not.toHaveProperty('html')
    const unsaved = { subject: 'Hello', content: '<b>Hi</b>', html: true }
    expect((await done(writer, 'preview_email', unsaved)).email.html).toContain('Hi')
  })

  it('cannot launch, test or stop anything without the scope to send', async () => {
    const names = [
      ...['send_test_email', 'launch_campaign', 'pause_campaign', 'resume_campaign', 'cancel_campaign'],
      ...['choose_ab_winner', 'stop_follow_ups'],
    ]
    expect((await writer.toolNames()).filter((name) => names.includes(name))).toEqual([])
    for (const name of names) {
      const error = await refused(writer, name, { campaignId, expectedRecipients: 2 })
      expect([name, error?.code]).toEqual([name, 'FORBIDDEN'])
    }
    expect((await done(writer, 'get_campaign', { campaignId })).campaign.status).toBe('draft')
  })

  it('cannot launch with another number of recipients than it checked; the conflict names the present number', async () => {
    const error = await refused(sender, 'launch_campaign', { campaignId, expectedRecipients: 3 })
    expect(error).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('has 2 recipients now') })
    const missing = await refused(sender, 'launch_campaign', { campaignId })
    expect(missing).toMatchObject({ code: 'BAD_INPUT', fields: { expectedRecipients: expect.any(String) } })
    expect((await done(sender, 'get_campaign_progress', { campaignId })).campaign).toMatchObject({ status: 'draft' })
    expect(await world.accepted(mailbox)).toEqual([])
  })

  it('sends a test email only to the owner of the key', async () => {
    const { testEmail } = await done(sender, 'send_test_email', { campaignId, contactId: people[0] })
    const { email } = (await owner.rest('GET', '/api/user')).body
    expect(testEmail).toMatchObject({ sent: true, email })
    expect(await refused(sender, 'send_test_email', { campaignId, to: 'eve@evil.example' })).toMatchObject({
      code: 'BAD_INPUT',
    })
    expect((await world.accepted(mailbox)).map(({ recipient }) => recipient)).toEqual([email])
  })

  it('launches the campaign that it checked, and follows its progress', async () => {
    const { campaign } = await done(sender, 'launch_campaign', { campaignId, expectedRecipients: 2 })
    expect(campaign).toMatchObject({ status: 'sending', totalContacts: 2 })
    const progress = async () => (await done(sender, 'get_campaign_progress', { campaignId })).campaign
    await eventually('both are sent', async () => (await progress()).sentCount === 2)
    const first = await done(sender, 'list_email_logs', { campaignId, limit: 1 })
    expect(first).toMatchObject({ totalCount: 2, nextCursor: expect.any(String) })
    const second = await done(sender, 'list_email_logs', { campaignId, limit: 1, cursor: first.nextCursor })
    expect(second.nextCursor).toBeNull()
    const addresses = [...first.emailLogs, ...second.emailLogs].map(({ contactEmail }) => contactEmail)
    expect(addresses.toSorted()).toEqual(['ann@example.com', 'bea@example.com'])
    const { emailLog } = await done(writer, 'get_email_log', { emailLogId: first.emailLogs[0].id })
    expect(emailLog).toMatchObject({ contactEmail: first.emailLogs[0].contactEmail, campaign: { id: campaignId } })
    expect(emailLog.events.slice(0, 2)).toMatchObject([
      { kind: 'queued', at: expect.any(String), detail: null },
      { kind: 'sent', machine: false, url: null },
    ])
    expect(await done(sender, 'list_email_logs', { campaignId, status: 'failed' })).toMatchObject({ totalCount: 0 })
    expect((await done(sender, 'list_uncertain_emails')).emailLogs).toEqual([])
    expect(await refused(sender, 'launch_campaign', { campaignId, expectedRecipients: 2 })).toMatchObject({
      code: 'CONFLICT',
    })
  })

  it('finds a reply, reads it and marks it as done', async () => {
    const { emailLogs } = await done(sender, 'list_email_logs', { campaignId, limit: 1 })
    await arriveReply(world, emailLogs[0])
    const { replies } = await done(sender, 'list_replies', { state: 'open', campaignId })
    expect(replies).toMatchObject([{ fromEmail: emailLogs[0].contactEmail, canRead: true }])
    const { mail } = await done(sender, 'read_reply', { replyId: replies[0].id })
    expect(mail).toMatchObject({ text: null, problem: 'messageGone' })
    const { answer } = await done(sender, 'draft_answer', { replyId: replies[0].id, content: 'Gladly, {firstName}.' })
    expect(answer).toMatchObject({ state: 'draft', emailLog: null })
    const { reply } = await done(sender, 'get_conversation', { replyId: replies[0].id })
    expect(reply.answers).toMatchObject([{ id: answer.id, state: 'draft' }])
    expect(reply.conversation).toHaveLength(2)
    await done(sender, 'update_replies', { replyIds: [replies[0].id], done: true })
    expect(await done(sender, 'list_replies', { state: 'open' })).toMatchObject({ totalCount: 0 })
  })

  it('pauses, resumes and cancels a scheduled campaign', async () => {
    const { campaign } = await done(writer, 'duplicate_campaign', { campaignId })
    await done(writer, 'choose_recipients', { campaignId: campaign.id, everybody: true })
    const test = { isAbTest: true, abVariantB: 'Hello again', abTestShare: 10, abWinnerMetric: 'replies' }
    await done(writer, 'update_campaign', { campaignId: campaign.id, ...test })
    const scheduledAt = new Date(Date.now() + 86_400_000).toISOString()
    await done(sender, 'launch_campaign', { campaignId: campaign.id, expectedRecipients: 3, scheduledAt })
    const status = async (name: string) => (await done(sender, name, { campaignId: campaign.id })).campaign.status
    expect(await status('pause_campaign')).toBe('paused')
    const { campaign: chosen } = await done(sender, 'choose_ab_winner', { campaignId: campaign.id, winner: 'B' })
    expect(chosen.abResults.decision).toMatchObject({ winner: 'B', reason: 'CHOSEN', metric: 'replies' })
    expect(await status('resume_campaign')).toBe('sending')
    expect(await status('cancel_campaign')).toBe('draft')
    const drafts = await done(writer, 'list_campaigns', { status: 'draft' })
    expect(drafts.campaigns.map(({ id }: { id: string }) => id)).toEqual([campaign.id])
  })

  it('exceeds the weekly limit of emails per person only with an API key that may change settings', async () => {
    await configureSending(owner, { weeklyCeiling: 1 })
    const { campaign } = await done(writer, 'duplicate_campaign', { campaignId })
    const own = { campaignId: campaign.id }
    await done(writer, 'choose_recipients', { ...own, segmentId })
    expect((await done(writer, 'check_campaign', own)).forecast).toMatchObject({ overCeiling: 2 })
    const scheduledAt = new Date(Date.now() + 3_600_000).toISOString()
    const launch = { ...own, expectedRecipients: 2, scheduledAt, exceedCeiling: true }
    const plain = await agent(world, await createKey(owner, ['campaigns:send']))
    expect(await refused(plain, 'launch_campaign', launch)).toMatchObject({ code: 'FORBIDDEN' })
    await plain.close()
    const { campaign: launched } = await done(sender, 'launch_campaign', launch)
    expect(launched).toMatchObject({ pendingCount: 2, failedCount: 0 })
    await done(sender, 'cancel_campaign', own)
    await configureSending(owner, { weeklyCeiling: null })
    await owner.rest('DELETE', `/api/campaigns/${campaign.id}`)
  })

  it('previews, starts and stops a repeating campaign', async () => {
    const { campaign } = await done(writer, 'duplicate_campaign', { campaignId })
    const rule = { campaignId: campaign.id, kind: 'monthly', dayOfMonth: 1, timeOfDay: '09:00', timeZone: 'UTC' }
    expect((await done(writer, 'preview_repeat', rule)).preview).toMatchObject({ recipients: expect.any(Number) })
    expect((await refused(writer, 'repeat_campaign', rule))?.code).toBe('FORBIDDEN')
    expect((await done(sender, 'repeat_campaign', rule)).campaign.repeat).toMatchObject({ isOn: true, kind: 'monthly' })
    expect((await done(writer, 'list_campaigns', { repeatOf: campaign.id })).campaigns).toEqual([])
    expect((await done(writer, 'list_campaigns', { repeats: true })).campaigns).toMatchObject([{ id: campaign.id }])
    const { campaign: read } = await done(writer, 'get_campaign', { campaignId: campaign.id })
    expect(read).toMatchObject({ repeatOf: null, repeat: { isOn: true, startedBy: { id: expect.any(String) } } })
    const { campaign: stopped } = await done(sender, 'stop_repeating', { campaignId: campaign.id })
    expect(stopped.repeat).toMatchObject({ isOn: false, nextRunAt: null })
    await owner.rest('DELETE', `/api/campaigns/${campaign.id}`)
  })

  it('reads the suppression list', async () => {
    await owner.graphql(
      'mutation { addSuppressions(input: { emails: ["dan@example.com"] }) { added errors { code field message } } }',
    )
    expect((await done(writer, 'list_suppressions', { reason: 'manual' })).suppressions).toMatchObject([
      { email: 'dan@example.com', reason: 'manual' },
    ])
  })

  it('drafts a campaign about the rows of a sheet without sending anything', async () => {
    const rows = [
      { Email: 'rows@example.com', Invoice: 'I-1', Amount: 10 },
      { Email: 'rows@example.com', Invoice: 'I-2', Amount: 2.5 },
    ]
    const { campaign } = await done(writer, 'create_merge', {
      ...{ name: 'Invoices', subject: '{count} invoices', content: '{#rows}{Invoice} {/rows}{sum of Amount}', rows },
    })
    expect(campaign).toMatchObject({ status: 'draft', totalContacts: 1 })
    const { email } = await done(writer, 'preview_email', { campaignId: campaign.id })
    expect(email).toMatchObject({ subject: '2 invoices', text: expect.stringContaining('I-1 I-2 12.5') })
  })

  it('uses formats, conditions, CC copies and a language, and checks who sees which text and when sending would end', async () => {
    const { campaign } = await done(writer, 'create_campaign', {
      ...{ name: 'Due', subject: '{firstName|upper}', fromName: 'Desk', cc: 'boss@example.com', language: 'de' },
      content: 'Due {Due|date:long|soon}{#if Company is "Initech"} for Initech{#else} for all{/if}',
    })
    expect(campaign).toMatchObject({ fromName: 'Desk', cc: 'boss@example.com', bcc: null, language: 'de' })
    await done(writer, 'choose_recipients', { campaignId: campaign.id, segmentId })
    const checked = await done(writer, 'check_campaign', { campaignId: campaign.id })
    expect(checked.campaign).toMatchObject({ totalContacts: 2, cc: 'boss@example.com' })
    expect(checked.conditions).toMatchObject([{ total: 2 }])
    expect(checked.forecast).toMatchObject({ recipients: 2, finishesAt: expect.any(String) })
    const { campaign: changed } = await done(writer, 'update_campaign', {
      ...{ campaignId: campaign.id, cc: null, filePattern: 'Invoice-{lastName}.pdf' },
    })
    expect(changed).toMatchObject({ cc: null, fromName: 'Desk', filePattern: 'Invoice-{lastName}.pdf' })
    const files = await done(writer, 'get_recipient_files', { campaignId: campaign.id, only: 'missing' })
    expect(files).toMatchObject({ recipients: 2, missing: 2, fileCount: 0 })
    expect(files.rows).toHaveLength(2)
    await done(writer, 'rehearse_campaign', { campaignId: campaign.id })
    const report = await eventually('the report of the rehearsal', async () => {
      const { rehearsal } = await done(writer, 'get_rehearsal', { campaignId: campaign.id })
      return rehearsal.status === 'done' && rehearsal.report
    })
    expect(report).toMatchObject({ recipients: 2, emails: 0, findings: expect.any(Array) })
    expect(report.findings.map(({ code, count }: { code: string; count: number }) => [code, count])).toEqual([
      ['RECENTLY_EMAILED', 2],
      ['FILE_MISSING', 2],
    ])
    expect(report.findings[0].examples).toMatchObject([
      { otherId: null, campaign: { id: campaignId, name: 'June' } },
      { otherId: null, campaign: { id: campaignId, name: 'June' } },
    ])
  })

  it('is told which recipient is a duplicate, and who would get the largest email', async () => {
    const twice = ['eve.poe@gmail.com', 'evepoe@googlemail.com'].map((email) => ({ email, firstName: 'Eve' }))
    const { results } = await done(writer, 'upsert_contacts', { contacts: twice })
    const [first, second] = results.map(({ contactId }: { contactId: string }) => contactId)
    const { campaign } = await done(writer, 'create_campaign', { name: 'Twice', subject: 'Hi', content: '{email}' })
    const own = { campaignId: campaign.id }
    await done(writer, 'choose_recipients', { ...own, contactIds: [first, second] })
    await done(writer, 'rehearse_campaign', own)
    const report = await eventually('the report of the rehearsal', async () => {
      const { rehearsal } = await done(writer, 'get_rehearsal', own)
      return rehearsal.status === 'done' && rehearsal.report
    })
    expect(report.findings).toMatchObject([
      { code: 'SAME_MAILBOX', examples: [{ contactId: second, otherId: first, campaign: null }] },
    ])
    expect(report.largestContactId).toBe(second)
    await owner.rest('DELETE', `/api/campaigns/${campaign.id}`)
    for (const contactId of [first, second]) await owner.rest('DELETE', `/api/contacts/${contactId}`)
  })

  it("undoes a launch in time, sees each person's next follow-up, and stops it", async () => {
    const followUps = [{ waitDays: 2, content: 'Did you see this?' }]
    const written = { name: 'Followed', subject: 'Hello', content: 'Text', followUps }
    const { campaign } = await done(writer, 'create_campaign', written)
    const own = { campaignId: campaign.id }
    await done(writer, 'choose_recipients', { ...own, segmentId })
    const launch = { ...own, expectedRecipients: 2 }
    const undone = (await done(sender, 'launch_campaign', { ...launch, undoSeconds: 600 })).campaign
    expect(undone).toMatchObject({ status: 'sending', localTimeZone: null, undoSecondsLeft: expect.any(Number) })
    expect((await done(writer, 'get_campaign', own)).campaign.undoSecondsLeft).toBeGreaterThan(500)
    const [listed] = (await done(writer, 'list_campaigns', { search: 'Followed' })).campaigns
    expect(listed).toMatchObject({ localTimeZone: null, undoSecondsLeft: expect.any(Number) })
    const undo = { ...own, onlyIfUnsent: true }
    expect((await done(sender, 'cancel_campaign', undo)).campaign.status).toBe('draft')
    const zoned = { scheduledAt: new Date(Date.now() + 3 * 86_400_000).toISOString(), localTimeZone: 'UTC' }
    expect((await done(sender, 'launch_campaign', { ...launch, ...zoned })).campaign.localTimeZone).toBe('UTC')
    expect((await done(writer, 'get_campaign', own)).campaign.localTimeZone).toBe('UTC')
    const waiting = (await done(sender, 'list_email_logs', own)).emailLogs
    const ann = waiting.find((log: { contactEmail: string }) => log.contactEmail === 'ann@example.com')
    expect(ann).toMatchObject({ timeZone: 'Asia/Tokyo', waitsUntil: expect.any(String) })
    await done(sender, 'cancel_campaign', undo)
    await done(sender, 'launch_campaign', launch)
    const progress = async () => (await done(sender, 'get_campaign_progress', own)).campaign
    await eventually('both first emails are sent', async () => (await progress()).sentCount === 2)
    expect(await refused(sender, 'cancel_campaign', undo)).toMatchObject({ code: 'CONFLICT' })
    const followed = await progress()
    expect(followed.status).toBe('sending')
    const none = { deliveredCount: 0, bouncedCount: 0, unsubscribedCount: 0 }
    expect(followed.followUps).toMatchObject([{ step: 2, ...none }])
    const { emailLogs } = await done(sender, 'list_email_logs', own)
    const nextFollowUp = { state: 'waiting', step: 2, isAway: false, isAtCeiling: false, reason: null }
    expect(emailLogs).toMatchObject([
      { nextFollowUp, followUpEmails: [] },
      { nextFollowUp, followUpEmails: [] },
    ])
    const emailLogIds = emailLogs.map(({ id }: { id: string }) => id)
    expect(await done(sender, 'stop_follow_ups', { ...own, emailLogIds })).toEqual({ stopped: 2 })
    const after = await done(sender, 'list_email_logs', own)
    expect(after.emailLogs[0].nextFollowUp).toMatchObject({ state: 'stopped', reason: 'by_hand' })
  })
})

describe('an agent in a workspace where launches need approval', () => {
  it('requests approval instead of launching, and reads the decision', async () => {
    await addColleague(world, owner, { name: 'Ada', role: 'admin' })
    await configureSending(owner, { launchApproval: true })
    expect((await done(writer, 'get_workspace')).sending).toMatchObject({ launchApproval: true })
    const { campaign } = await done(writer, 'create_campaign', { name: 'Asked', subject: 'Hi', content: 'Text' })
    await done(writer, 'choose_recipients', { campaignId: campaign.id, everybody: true })
    const launch = await sender.call('launch_campaign', { campaignId: campaign.id, expectedRecipients: 2 })
    expect(launch.error).toMatchObject({ code: 'APPROVAL_NEEDED' })
    const asked = await done(sender, 'request_approval', {
      ...{ campaignId: campaign.id, note: 'Checked twice', undoSeconds: 60 },
    })
    expect(asked.campaign).toMatchObject({
      status: 'draft',
      totalContacts: expect.any(Number),
      approval: { status: 'waiting' },
    })
    const read = await done(writer, 'get_approval', { campaignId: campaign.id })
    expect(read.campaign.approval).toMatchObject({ request: 1, note: 'Checked twice', changed: [], undoSeconds: 60 })
    const withdraw = { campaignId: campaign.id, request: 1 }
    expect((await done(sender, 'withdraw_approval', withdraw)).campaign).toMatchObject({
      status: 'draft',
      approval: { request: 1, status: 'withdrawn' },
    })
    expect(await refused(sender, 'withdraw_approval', withdraw)).toMatchObject({ code: 'CONFLICT' })
    await endApproval(world, owner)
  })
})

it('an agent can stop all sending of the workspace, but not resume it', async () => {
  const { sendingStop } = await done(sender, 'stop_all_sending', {})
  expect(sendingStop).toMatchObject({ stoppedAt: expect.any(String), inFlight: 0 })
  expect((await done(writer, 'get_workspace')).workspace.sendingStop).toEqual(sendingStop)
  expect(tools.map(({ name }) => name)).not.toContain('resume_all_sending')
})

it('the test of an agent that prepares a campaign calls every MCP tool', () => {
  expect(tools.map(({ name }) => name).filter((name) => !called.has(name))).toEqual([])
})
