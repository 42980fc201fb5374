import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { AuditAction } from '#domain/audit.ts'
import { actsIn, type ActCase } from '#tests/support/acts.ts'
import { approvalActs } from '#tests/support/approval-acts.ts'
import { addColleague } from '#tests/support/colleague.ts'
import { draftCampaign } from '#tests/support/campaigns.ts'
import { mutate, mutationDocument } from '#tests/support/mutate.ts'
import { oneOfEach } from '#tests/support/workspace-with-one-of-each.ts'
import { smtpInput, standInMailServers } from '#tests/support/mail-servers.ts'
import { HEADER, importAll, UNDO } from '#tests/support/imports.ts'
import { designActs } from '#tests/support/design-acts.ts'
import { addPasskeyTo } from '#tests/support/passkey.ts'
import { allowFiles } from '#tests/support/allow-files.ts'
import { sandboxSheet } from '#tests/support/sandbox-sheets.ts'
import { sendingActs } from '#tests/support/sending-acts.ts'
import { visit } from '#tests/support/tracked-mail.ts'
import { setUpTotp } from '#tests/support/second-factor.ts'
import { systemEmail, tokenIn } from '#tests/support/system-emails.ts'
import { browserOf } from '#tests/support/provider-sign-in-browser.ts'
import { webhookActs } from '#tests/support/webhook-acts.ts'
import { workspaceActs } from '#tests/support/workspace-acts.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'
import { INSTALLATION } from './audit-event.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ systemEmails: true })
})
afterAll(() => world.close())
const { run, onId, userOf, login, download, sql, ...make } = actsIn(() => world)
const { mailbox, launched, apiKey, identity, emailedTo, read } = make

const PASSWORD = 'correct horse battery'
const NEW = 'plum orbit lantern 42'
const change = (from: string | null, to: string | null, field: string) => ({ field, from, to })
const again = { newPassword: NEW, confirmPassword: NEW }

/** Connects a mailbox by address and password at mail servers that take any. */
const connectByPassword = (who: TestPerson) => {
  world.app.mailServers = standInMailServers()
  return run(
    who,
    'mutation ($input: ConnectSmtpMailboxInput!) { connectSmtpMailbox(input: $input) { mailbox { id } errors { code field message } } }',
    { input: smtpInput('acts@smtp.test') },
  )
}

/** An act for every action: a new one must be added here. */
const CASES: Record<AuditAction, ActCase> = {
  sign_in: { act: (who) => login(who, PASSWORD), says: { actor: 'person' } },
  sign_in_failed: { act: (who) => login(who, 'wrong'), says: { actor: 'nobody', actorId: null } },
  sign_out: { act: (who) => run(who, 'mutation { logout { done errors { code field message } } }') },
  session_ended: {
    act: async (who) => {
      await login(who, PASSWORD)
      const sessions = await run(who, '{ sessions { id current } }')
      await onId(who, 'endSession', sessions.find(({ current }: { current: boolean }) => !current).id)
    },
  },
  password_changed: {
    act: (who) =>
      run(
        who,
        'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { done errors { code field message } } }',
        {
          input: { currentPassword: PASSWORD, ...again },
        },
      ),
  },
  password_reset: {
    act: async (who) => {
      const { email } = await userOf(who)
      await run(
        world.anybody,
        'mutation ($input: RequestPasswordResetInput!) { requestPasswordReset(input: $input) { done errors { code field message } } }',
        {
          input: { username: email },
        },
      )
      const token = await emailedTo(who, 'Set a new password', '/reset-password')
      await run(
        world.anybody,
        'mutation ($input: ResetPasswordInput!) { resetPassword(input: $input) { done errors { code field message } } }',
        {
          input: { token, ...again },
        },
      )
    },
    says: { actor: 'person' },
  },
  email_changed: {
    act: async (who) => {
      const email = `new-${who.userId}@example.com`
      await run(
        who,
        'mutation ($input: ChangeEmailInput!) { changeEmail(input: $input) { done errors { code field message } } }',
        { input: { email } },
      )
      const token = tokenIn(await systemEmail(world.sandboxUrl, email, 'Confirm'), '/confirm-email')
      await run(
        world.anybody,
        'mutation ($token: String!) { confirmEmail(input: { token: $token }) { done errors { code field message } } }',
        { token },
      )
    },
  },
  factor_added: { act: (who) => setUpTotp(who, world.app.clock()) },
  factor_removed: {
    act: async (who) => {
      await setUpTotp(who, world.app.clock())
      await run(who, 'mutation { removeTotp { secondFactor { totpSince } errors { code field message } } }')
    },
  },
  factor_reset: {
    act: async (who) => {
      const bea = await addColleague(world, who)
      await setUpTotp(bea, world.app.clock())
      await onId(who, 'resetSecondFactor', bea.id)
    },
    says: { targetLabel: 'Bea' },
  },
  recovery_codes_renewed: {
    act: async (who) => {
      await setUpTotp(who, world.app.clock())
      await run(who, 'mutation { renewRecoveryCodes { codes errors { code field message } } }')
    },
  },
  passkey_added: { act: (who) => addPasskeyTo(who, world), says: { targetLabel: 'Laptop' } },
  passkey_removed: {
    act: async (who) => onId(who, 'removePasskey', (await addPasskeyTo(who, world)).id),
    says: { targetLabel: 'Laptop' },
  },
  identity_added: { act: identity },
  identity_removed: { act: async (who) => onId(who, 'removeIdentity', await identity(who)) },
  factor_requirement_changed: {
    act: async (who) => {
      await setUpTotp(who, world.app.clock())
      await run(
        who,
        'mutation { requireSecondFactor(input: { required: true }) { tenant { id } errors { code field message } } }',
      )
    },
    says: { changes: [change('false', 'true', 'requiresSecondFactor')] },
  },
  single_sign_on_changed: {
    act: (who) => run(who, 'mutation { removeSingleSignOn { singleSignOn { issuer } errors { code field message } } }'),
    says: { actor: 'person' },
  },
  link_domain_changed: {
    act: (who) =>
      run(
        who,
        'mutation { setLinkDomain(input: { host: "links.audit.example" }) { linkDomain { host } errors { code field message } } }',
      ),
    says: { targetLabel: 'links.audit.example', changes: [change(null, 'links.audit.example', 'host')] },
  },
  workspace_registered: { act: async () => {} },
  user_created: {
    act: (who) =>
      run(
        who,
        'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } errors { code field message } } }',
        {
          input: { name: 'Lee', email: 'lee@audit.example', password: PASSWORD },
        },
      ),
    says: { targetLabel: 'Lee' },
  },
  user_invited: {
    act: (who) =>
      run(
        who,
        'mutation { inviteUser(input: { name: "Joy", email: "joy@audit.example", role: USER }) { user { id } errors { code field message } } }',
      ),
    says: { targetLabel: 'Joy' },
  },
  user_joined: {
    act: async (who) => {
      const email = `joins-${who.userId}@example.com`
      const document =
        'mutation ($input: InviteUserInput!) { inviteUser(input: $input) { user { id } errors { code field message } } }'
      await run(who, document, { input: { name: 'Kim', email, role: 'user' } })
      const token = tokenIn(await systemEmail(world.sandboxUrl, email, ''), '/join')
      const accept =
        'mutation ($input: AcceptInvitationInput!) { acceptInvitation(input: $input) { sessionToken errors { code field message } } }'
      await run(world.anybody, accept, { input: { token, name: 'Kim', ...again } })
    },
    says: { actorName: 'Kim' },
  },
  user_updated: {
    act: async (who) => onId(who, 'updateUser', (await addColleague(world, who)).id, { role: 'admin' }),
    says: { targetLabel: 'Bea', changes: [change('user', 'admin', 'role')] },
  },
  user_deleted: {
    act: async (who) => onId(who, 'deleteUser', (await addColleague(world, who)).id),
    says: { targetLabel: 'Bea' },
  },
  api_key_created: {
    act: apiKey,
    says: {
      targetLabel: 'Till',
      changes: [
        change(null, 'contacts:read', 'scopes'),
        change(null, expect.stringMatching(/^\d{4}-\d\d-/), 'expiresAt'),
      ],
    },
  },
  api_key_revoked: {
    act: async (who) => onId(who, 'revokeApiKey', await apiKey(who)),
    says: { targetLabel: 'Till' },
  },
  mailbox_connected: {
    act: (who) => browserOf(world, who).walk('google', 'walks@sandbox.test'),
    says: { targetLabel: 'walks@sandbox.test' },
  },
  mailbox_sign_in_tried: {
    act: connectByPassword,
    says: { targetLabel: 'acts@smtp.test', changes: [change(null, 'mail.smtp.test', 'server')] },
  },
  mailbox_settings_changed: {
    act: async (who) => {
      const { mailbox: connected } = await connectByPassword(who)
      await run(
        who,
        'mutation ($id: ID!) { updateMailbox(input: { id: $id, copyToSelf: true }) { mailbox { id } errors { code field message } } }',
        { id: connected.id },
      )
    },
    says: { changes: [change('false', 'true', 'copyToSelf')] },
  },
  mailbox_disconnected: { act: async (who) => onId(who, 'disconnectMailbox', await mailbox(who)) },
  mailbox_shared: {
    act: async (who) => onId(who, 'shareMailbox', await mailbox(who), { userIds: [], everybody: true }),
    says: { changes: [change(null, 'everybody', 'sharedWith')] },
  },
  mailbox_unshared: {
    act: async (who) => {
      const [id, bea] = [await mailbox(who), await addColleague(world, who)]
      const share =
        'mutation ($id: ID!, $userIds: [ID!]!) { shareMailbox(input: { id: $id, userIds: $userIds, everybody: false }) { mailbox { id } errors { code field message } } }'
      await run(who, share, { id, userIds: [bea.id] })
      await run(who, share, { id, userIds: [] })
    },
    says: { changes: [change('Bea', null, 'sharedWith')] },
  },
  mailbox_addresses_changed: {
    act: async (who) => {
      await world.connect(who, 'microsoft')
      await run(
        who,
        'mutation ($id: ID!) { updateMailbox(input: { id: $id, sharedAddresses: ["team@sandbox.test"] }) { mailbox { id } errors { code field message } } }',
        { id: (await run(who, '{ mailboxes { id } }'))[0].id },
      )
    },
    says: { changes: [change(null, 'team@sandbox.test', 'sharedAddresses')] },
  },
  mailbox_signature_changed: {
    act: async (who) =>
      run(
        who,
        'mutation ($id: ID!) { updateMailbox(input: { id: $id, signature: "Secret" }) { mailbox { id } errors { code field message } } }',
        { id: await mailbox(who) },
      ),
    says: { changes: [] },
  },
  settings_changed: {
    act: (who) =>
      run(
        who,
        'mutation { updateEmailSettings(input: { postalAddress: "1 Road" }) { emailSettings { dailyLimit } errors { code field message } } }',
      ),
    says: { changes: [change(null, '1 Road', 'postalAddress')] },
  },
  suppressions_added: {
    act: (who) =>
      run(
        who,
        'mutation { addSuppressions(input: { emails: ["no@audit.example"] }) { added errors { code field message } } }',
      ),
    says: { targetLabel: '1 address' },
  },
  suppressions_removed: {
    act: async (who) => {
      await CASES.suppressions_added.act(who)
      const { edges } = await run(who, '{ suppressions(first: 1) { edges { node { id } } } }')
      await run(
        who,
        'mutation ($ids: [ID!]!) { removeSuppressions(input: { ids: $ids }) { removedCount errors { code field message } } }',
        { ids: [edges[0].node.id] },
      )
    },
    says: { targetLabel: '1 address' },
  },
  preferences_chosen: {
    act: ({ tenantId }) => {
      const token = world.app.links.unsubscribe({ tenantId, logId: tenantId }, 'no@audit.example')
      return visit(world, `/u/${token}`, {
        method: 'POST',
        body: 'action=choose&monthly=yes',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    },
    says: { actor: 'nobody', targetLabel: '1 person', changes: [change('false', 'true', 'monthly')] },
  },
  campaign_launched: { act: launched, says: { targetLabel: 'News', changes: [change(null, '2', 'recipients')] } },
  campaign_paused: { act: async (who) => onId(who, 'pauseCampaign', await launched(who)) },
  campaign_resumed: {
    act: async (who) => {
      const id = await launched(who)
      await onId(who, 'pauseCampaign', id)
      await onId(who, 'resumeCampaign', id)
    },
  },
  campaign_cancelled: { act: async (who) => onId(who, 'cancelCampaign', await launched(who)) },
  campaign_retried: {
    act: async (who) => {
      const id = await launched(who)
      await sql(
        who,
        `update email_logs set status = 'failed', failed_at = now(), attempts = 1, error = 'Refused'
         where tenant_id = :tenantId`,
      )
      await onId(who, 'sendToFailed', id)
    },
  },
  campaign_deleted: {
    act: async (who) => onId(who, 'deleteCampaign', await draftCampaign(world, who, 1)),
    says: { targetLabel: 'News' },
  },
  recipient_files_changed: {
    act: async (who) => {
      const files = [{ name: 'a.pdf', contentBytes: 'eA==' }]
      await mutate(who, 'addRecipientFiles', { campaignId: await launched(who), files })
    },
    says: { targetLabel: 'News' },
  },
  contacts_exported: {
    act: (who) => download(who, '/api/contacts/export'),
    says: { targetLabel: '0 contacts' },
  },
  recipients_exported: {
    act: async (who) => download(who, `/api/campaigns/${await draftCampaign(world, who, 1)}/recipients/export`),
    says: { targetLabel: 'News' },
  },
  activity_exported: { act: (who) => download(who, '/api/activity/export') },
  contacts_imported: {
    act: (who) => importAll(who, { S: [HEADER, ['A', 'B', 'a@audit.example', 'C']] }),
    says: { targetLabel: 'people.xlsx' },
  },
  contacts_deleted: {
    act: (who) =>
      run(
        who,
        'mutation { deleteContacts(input: { filter: { search: "nobody" } }) { contactCount errors { code field message } } }',
      ),
    says: { targetLabel: '0 contacts' },
  },
  workspace_exported: {
    act: async (who) =>
      (
        await fetch(`${world.url}/api/workspace/export`, { method: 'POST', headers: { authorization: who.token } })
      ).arrayBuffer(),
    says: { actor: 'person' },
  },
  person_exported: {
    act: (who) => who.rest('POST', '/api/people/export', { email: 'ada@audit.example' }),
    says: { targetLabel: '1 person' },
  },
  person_erased: {
    act: (who) =>
      run(
        who,
        'mutation { erasePerson(input: { email: "ada@audit.example" }) { emails errors { code field message } } }',
      ),
    says: { targetLabel: '0 emails' },
  },
  import_undone: {
    act: async (who) => {
      const task = await importAll(who, { S: [HEADER, ['A', 'B', 'a@audit.example', 'C']] })
      await run(who, UNDO, { id: task.import.id })
    },
    says: { targetLabel: 'people.xlsx' },
  },
  files_allowed: {
    act: async (who) => {
      const sheet = await sandboxSheet(world.sandboxUrl, [['Email']])
      await allowFiles(world, who, 'google', { sheet })
    },
    says: { targetLabel: 'demo@sandbox.mergewell.test' },
  },
  sheet_connected: {
    act: async (who) => {
      const { csvUrl } = await sandboxSheet(world.sandboxUrl, [
        ['Email', 'Order'],
        ['a@audit.example', '1'],
      ])
      await run(who, `mutation { connectSheet(input: { url: "${csvUrl}", name: "Daily" }) { errors { code } } }`)
    },
    says: { targetLabel: 'Daily' },
  },
  sheet_writing_changed: {
    act: async (who) => {
      const sheet = await sandboxSheet(world.sandboxUrl, [['Email'], ['a@audit.example']], { title: 'Written' })
      await allowFiles(world, who, 'google', { sheet })
      const connected = await run(
        who,
        `mutation { connectSheet(input: { url: "${sheet.link}" }) { sheet { id } errors { code } } }`,
      )
      await run(who, 'mutation ($id: ID!) { setSheetWriting(input: { id: $id, writes: true }) { errors { code } } }', {
        id: connected.id,
      })
    },
    says: { targetLabel: 'Written', changes: [{ field: 'writes', from: 'false', to: 'true' }] },
  },
  sheet_deleted: {
    act: async (who) => {
      const input = `name: "Orders", subject: "S", content: "C", rows: [{ cells: [{ name: "Email", value: "a@audit.example" }] }]`
      const made = await run(
        who,
        `mutation { createMerge(input: { ${input} }) { campaign { sheet { id } } errors { code } } }`,
      )
      await onId(who, 'deleteSheet', made.campaign.sheet.id)
    },
    says: { targetLabel: 'Orders' },
  },
  segment_deleted: {
    act: async (who) => {
      const { id } = await run(
        who,
        'mutation { createSegment(input: { name: "Tens", filter: { search: "ten" } }) { segment { id } errors { code field message } } }',
      )
      await onId(who, 'deleteSegment', id)
    },
    says: { targetLabel: 'Tens' },
  },
  contacts_untracked: {
    act: (who) =>
      run(
        who,
        'mutation { excludeFromTracking(input: { filter: { search: "nobody" } }) { contactCount errors { code field message } } }',
      ),
    says: { targetLabel: '0 contacts' },
  },
  emails_confirmed: {
    act: async (who) => {
      const id = await launched(who)
      await sql(
        who,
        `update email_logs set status = 'failed', error = 'UNCERTAIN', failed_at = now() where tenant_id = :tenantId`,
      )
      const { campaign } = (
        await who.graphql('query ($id: ID!) { campaign(id: $id) { emailLogs { edges { node { id } } } } }', { id })
      ).data
      const emailLogIds = campaign.emailLogs.edges.map(({ node }: { node: { id: string } }) => node.id)
      await run(
        who,
        'mutation ($emailLogIds: [ID!]!) { confirmArrived(input: { emailLogIds: $emailLogIds }) { emailLogs { id } errors { code field message } } }',
        {
          emailLogIds,
        },
      )
    },
  },
  reply_answered: {
    act: async (who) => {
      const replyId = await oneOfEach(world, '').make.Reply(who)
      const { id } = await run(who, mutationDocument('saveAnswer'), { input: { replyId, content: 'Gladly' } })
      await onId(who, 'sendAnswer', id, { undoSeconds: 600 })
    },
  },
  sessions_ended: {
    act: async (who) => onId(who, 'endUserSessions', (await addColleague(world, who)).id),
    says: { targetLabel: 'Bea' },
  },
  ...designActs(() => world),
  ...workspaceActs(() => world),
  ...webhookActs(() => world),
  ...sendingActs(() => world),
  ...approvalActs(() => world),
}

/** Actions whose test imports a spreadsheet, which takes seconds. */
const SLOW: readonly AuditAction[] = ['contacts_imported', 'import_undone', 'retention_applied']
/** Acts that begin another act. `npm test` looks for their entries where that one has been. */
const BEGINS: Partial<Record<AuditAction, AuditAction>> = {
  ...{ sign_in: 'session_ended', factor_added: 'factor_removed', passkey_added: 'passkey_removed' },
  ...{ identity_added: 'identity_removed', api_key_created: 'api_key_revoked' },
  ...{ suppressions_added: 'suppressions_removed', service_account_created: 'service_account_deleted' },
  ...{ campaign_launched: 'campaign_resumed', campaign_paused: 'campaign_resumed' },
  ...{ approval_requested: 'approval_given', approval_off_requested: 'approval_turned_off' },
  ...{ campaign_repeat_started: 'campaign_repeat_stopped', sending_stopped: 'sending_resumed' },
  ...{ sheet_link_created: 'sheet_link_revoked', workspace_deletion_scheduled: 'workspace_deletion_cancelled' },
}
const ACTIONS = (Object.keys(CASES) as AuditAction[]).filter(
  (action) => inject('everything') || !(SLOW.includes(action) || action in BEGINS),
)
/** The actions whose entries the test of an action expects. */
const recordedBy = (last: AuditAction): AuditAction[] => {
  const first = (Object.keys(BEGINS) as AuditAction[]).filter((action) => BEGINS[action] === last)
  return inject('everything') ? [last] : [...first, last]
}

describe('the activity log', () => {
  it.each(ACTIONS.map((action) => [recordedBy(action).join(', '), action] as const))(
    'records %s',
    async (_, action) => {
      const { act, where } = CASES[action]
      const who = await world.signUp({ unlimited: true })
      const result = await act(who)
      const tenantId =
        typeof where === 'function' ? where(result) : where === 'installation' ? INSTALLATION : who.tenantId
      const all = await read(tenantId)
      for (const recorded of recordedBy(action)) {
        const events = all.filter((event) => event.action === recorded)
        expect(events[0]).toMatchObject({ action: recorded, ...CASES[recorded].says })
        expect(JSON.stringify(events)).not.toMatch(/correct horse|plum orbit|mwk_|whsec_|secret-path|argon2/)
      }
    },
  )
})
