import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  addManyContacts,
  signUp,
  uploadAs,
  idsOf,
  readEmails,
  setUpSingleSignOn,
  useWebhooks,
  whileContactsAreHeld,
} from '../support/outside-steps.ts'
import { API_SCOPES } from '#domain/accounts/api-keys.ts'
import { enumName } from '#schema/enum-spelling.ts'
import { openOutsideClient, type OutsideClient, type Who } from '../support/outside-client.ts'
import {
  bearer,
  contact,
  NOBODY,
  password,
  PATIENCE,
  person,
  picture,
  registration,
  serverInput,
  tenantInput,
  workbook,
} from '../support/outside-inputs.ts'
import { sandboxSheet } from '../support/sandbox-sheets.ts'
import { softwareAuthenticator } from '../support/passkey.ts'
import { appCode } from '../support/second-factor.ts'
import { signInSuperAdmin, SUPER_ADMIN } from '../support/super-admin.ts'
import { arriveReply } from '../support/returned-mail.ts'
import { browserOf } from '../support/provider-sign-in-browser.ts'
import { createWorld, type World } from '../support/world.ts'

/**
 * An integrator's walk over every GraphQL root field. It calls each as documented and validates the answer against the
 * docs. A new field fails the last step until the walk covers it.
 */
let world: World
let client: OutsideClient
beforeAll(async () => {
  world = await createWorld({ systemEmails: true, mailHost: true })
  client = await openOutsideClient(world.url)
})
afterAll(() => world.close())

const boss = { username: SUPER_ADMIN.username, password: SUPER_ADMIN.password }

it(
  'the GraphQL API answers every root field as documented',
  async () => {
    const { graphql, watch } = client
    expect(await graphql('currentUser', {}, NOBODY)).toBeNull()
    expect((await graphql('server', {}, NOBODY)).sandbox).toBe(true)
    await graphql('register', { input: { ...registration('grapher'), selectedTier: 'PRO' } }, NOBODY)
    const { sessionToken } = await graphql('login', { input: { username: 'grapher', password } }, NOBODY)
    const me = bearer(sessionToken)
    const self = await graphql('currentUser', {}, me)
    const nodes = [self]
    const input = { currentPassword: password, newPassword: 'a better password', confirmPassword: 'a better password' }
    expect(await graphql('changePassword', { input }, me)).toBe(true)
    expect(await graphql('confirmPassword', { input: { password: input.newPassword } }, me)).toBe(true)
    await graphql('login', { input: { username: 'grapher', password: 'a better password' } }, NOBODY)
    const sessions = await graphql('sessions', {}, me)
    await graphql('endSession', { input: { id: sessions.find((one: { current: boolean }) => !one.current).id } }, me)
    const colleague = await graphql('createUser', { input: { ...person('lee'), role: 'USER' } }, me)
    await graphql('updateUser', { input: { id: colleague.id, name: 'Lee L.', role: 'ADMIN', isActive: false } }, me)
    expect((await graphql('users', { orderBy: { field: 'NAME', direction: 'ASCENDING' } }, me)).totalCount).toBe(2)
    await graphql('resetSecondFactor', { input: { id: colleague.id } }, me)
    await graphql('endUserSessions', { input: { id: colleague.id } }, me)
    await readEmails({ client, world }, me, self.email)
    await setUpSingleSignOn({ client, world }, me)
    expect((await graphql('auditEvents', { filter: { action: 'SIGN_IN' } }, me)).totalCount).toBeGreaterThan(0)
    await graphql('deleteUser', { input: { id: colleague.id } }, me)
    const workspace = await graphql('tenant', {}, me)
    expect(workspace.subscriptionTier).toBe('PRO')
    nodes.push(workspace)

    const account = await graphql('createServiceAccount', { input: { name: 'CRM' } }, me)
    nodes.push(account)
    expect(await graphql('serviceAccounts', {}, me)).toEqual([account])
    const ofAccount = await graphql(
      'createApiKey',
      { input: { name: 'S', scopes: ['CONTACTS_READ'], serviceAccountId: account.id } },
      me,
    )
    await graphql('revokeApiKey', { input: { id: ofAccount.apiKey.id } }, me)
    const key = {
      name: 'CRM',
      scopes: API_SCOPES.map(enumName),
      allowedAddresses: ['127.0.0.0/8', '::1'],
      expiresAt: '2099-01-01T00:00:00.000Z',
    }
    const made = await graphql('createApiKey', { input: key }, me)
    const program = bearer(made.token)
    nodes.push(made.apiKey)
    expect((await graphql('currentApiKey', {}, program)).id).toBe(made.apiKey.id)
    expect(await graphql('apiKeys', {}, me)).toHaveLength(1)
    nodes.push(...(await useWebhooks({ client }, me)))

    const ada = await graphql('createContact', { input: { ...contact('ada'), serialNumber: 1 } }, program)
    const grace = await graphql('createContact', { input: contact('grace') }, program)
    const alan = await graphql('createContact', { input: contact('alan') }, program)
    nodes.push(ada)
    const fields = [{ name: 'City', value: 'London' }]
    await graphql('updateContact', { input: { id: ada.id, firstName: 'Augusta', serialNumber: null, fields } }, program)
    expect(await graphql('addTags', { input: { tags: ['VIP', 'press'], ids: [ada.id, grace.id] } }, program)).toEqual({
      contactCount: 2,
      task: null,
    })
    expect(await graphql('removeTags', { input: { tags: ['press'], filter: { search: 'grace' } } }, program)).toEqual({
      contactCount: 1,
      task: null,
    })
    expect(await graphql('excludeFromTracking', { input: { ids: [grace.id] } }, program)).toBe(1)
    expect(await graphql('contactTags', {}, program)).toHaveLength(2)
    expect(await graphql('contactFields', {}, program)).toEqual([{ name: 'City', contactCount: 1 }])
    const filter = { tags: ['vip'], withoutTags: ['press'], fields: [{ name: 'City', isEmpty: true }] }
    const cells = [
      { name: 'Email', value: 'ada@outside.example' },
      { name: 'Order', value: 'A-1' },
    ]
    const merge = await graphql(
      'createMerge',
      { input: { name: 'Orders', subject: '{count} orders', content: '{#rows}{Order}{/rows}', rows: [{ cells }] } },
      program,
    )
    expect(merge).toMatchObject({ refusal: null, campaign: { status: 'DRAFT' } })
    const [orders] = await graphql('sheets', {}, program)
    expect(orders).toMatchObject({ name: 'Orders', rowCount: 1, personCount: 1 })
    const [order] = await graphql('sheetRows', { id: orders.id }, program)
    expect(order).toMatchObject({ row: 1, cells: [{ value: 'A-1' }] })
    const rows = [{ contactId: order.contact.id, row: 1 }]
    const changed = { input: { id: merge.campaign.id, column: 'Order', value: 'A-2', rows } }
    expect(await graphql('setRowCells', changed, program)).toMatchObject({ status: 'DRAFT' })
    expect((await graphql('node', { id: orders.id }, program)).id).toBe(orders.id)
    await graphql('deleteSheet', { input: { id: orders.id } }, program)
    const kept = await sandboxSheet(world.sandboxUrl, [
      ['Email', 'Order'],
      ['ada@outside.example', 'A-1'],
    ])
    const live = await graphql('connectSheet', { input: { url: kept.csvUrl } }, program)
    expect(live).toMatchObject({ rowCount: 1, source: { kind: 'CSV', state: 'OK', keyColumn: 'Order' } })
    expect((await graphql('readSheet', { input: { id: live.id } }, program)).source.problem).toBeNull()
    const unwritable = { input: { id: live.id, writes: true } }
    expect(await graphql('setSheetWriting', unwritable, program).catch((error: Error) => error.message)).toContain(
      'Google sheet',
    )
    await graphql('deleteSheet', { input: { id: live.id } }, program)
    const segment = await graphql('createSegment', { input: { name: 'VIPs', filter } }, program)
    nodes.push(segment)
    await graphql('updateSegment', { input: { id: segment.id, name: 'Very', filter: { tags: ['VIP'] } } }, program)
    expect(await graphql('segments', {}, program)).toMatchObject([{ name: 'Very', contactCount: 2 }])
    const asked = {
      first: 1,
      filter: { segmentId: segment.id, search: 'a', suppressed: false },
      orderBy: { field: 'EMAIL', direction: 'ASCENDING' },
    }
    const since = await graphql('syncPoint', {}, program)
    const row = { ...contact('zoe'), externalId: 'zoe' }
    const [upserted] = await graphql('upsertContacts', { input: { contacts: [row] } }, program)
    expect(upserted).toMatchObject({ outcome: 'ADDED', contact: { externalId: 'zoe' } })
    await graphql('deleteContact', { input: { id: upserted.contact.id } }, program)
    expect((await graphql('deletedContacts', { since }, program)).nodes[0].id).toBe(upserted.contact.id)
    const page = await graphql('contacts', asked, program)
    expect(page).toMatchObject({ totalCount: 2, pageInfo: { hasNextPage: true, hasPreviousPage: false } })
    const next = await graphql('contacts', { ...asked, after: page.pageInfo.endCursor }, program)
    expect([page.edges[0].node.id, next.edges[0].node.id]).toEqual([ada.id, grace.id])
    const back = await graphql('contacts', { ...asked, first: null, last: 1, before: next.edges[0].cursor }, program)
    expect(back.edges[0].node.id).toBe(ada.id)
    expect((await graphql('contact', { id: ada.id }, program)).fields).toEqual(fields)
    expect(await graphql('contact', { id: 'nonsense' }, program)).toBeNull()

    await graphql('addSuppressions', { input: { emails: [alan.email], reason: 'COMPLAINED', note: 'by phone' } }, me)
    const list = await graphql('suppressions', { first: 5, filter: { search: 'alan', reason: 'COMPLAINED' } }, program)
    expect(list.edges[0].node.note).toBe('by phone')
    expect((await graphql('node', { id: list.edges[0].node.id }, me)).email).toBe(alan.email)

    const template = await graphql(
      'createTemplate',
      { input: { name: 'T', subject: 'S', content: '<p>C</p>' } },
      program,
    )
    nodes.push(template)
    const elements = [{ id: 'a1', type: 'text', content: 'Hello {firstName}', styles: { fontSize: '16px' } }]
    const htmlTemplate = { subject: 'S', elements, globalStyles: { maxWidth: '600px' } }
    await graphql('updateTemplate', { input: { id: template.id, name: 'U', htmlTemplate } }, program)
    expect((await graphql('templates', { filter: { search: 'u' } }, program)).edges).toMatchObject([
      { node: { name: 'U', preview: 'Hello {firstName}' } },
    ])
    const block = await graphql('createSavedBlock', { input: { name: 'Greeting', elements } }, program)
    nodes.push(block)
    expect(await graphql('savedBlocks', {}, program)).toMatchObject([{ elements, uses: { templates: 0, drafts: 0 } }])
    const greeting = [{ ...elements[0], content: 'Good day {firstName}' }]
    expect(await graphql('updateSavedBlock', { input: { id: block.id, elements: greeting } }, program)).toMatchObject({
      templates: 0,
      savedBlock: { name: 'Greeting', elements: greeting },
    })
    const values = { firstName: 'Zoe', fields: { City: 'Paris' } }
    expect((await graphql('previewMail', { input: { htmlTemplate, values } }, program)).html).toContain('Hello Zoe')
    const mail = { htmlTemplate, contactId: ada.id, useHtmlBuilder: true, subject: 'To {City}' }
    expect(await graphql('previewMail', { input: mail }, program)).toMatchObject({ subject: 'To London', warnings: [] })
    const contentBytes = Buffer.from(await (await picture()).arrayBuffer()).toString('base64')
    const image = await graphql('uploadImage', { input: { contentBytes } }, program)
    nodes.push(image)
    const images = await graphql('images', { first: 5, orderBy: { field: 'SIZE', direction: 'DESCENDING' } }, program)
    expect(images.edges[0].node.url).toBe(image.url)

    const { tenantId, userId } = await idsOf(world, 'grapher')
    await world.connect({ ...world.anybody, tenantId, userId }, 'microsoft', 'one@outside.test')
    const [mailbox] = await graphql('mailboxes', {}, program)
    nodes.push(mailbox)
    await graphql(
      'updateEmailSettings',
      { input: { emailsPerInterval: 1, intervalSeconds: 3_600, dailyLimit: 500 } },
      me,
    )
    expect((await graphql('emailSettings', {}, program)).intervalSeconds).toBe(3_600)
    const draft = await graphql(
      'createCampaign',
      {
        input: {
          name: 'News',
          subject: 'Hello {firstName}',
          content: `<p>Dear {fullName|friend}</p><img src="${image.url}">`,
          audience: { segmentId: segment.id },
          selectedContacts: [alan.id],
          attachments: [{ name: 'a.txt', contentBytes: 'aGVsbG8=', contentType: 'text/plain' }],
        },
      },
      program,
    )
    expect(draft).toMatchObject({ status: 'DRAFT', totalContacts: 3 })
    nodes.push(draft)
    await graphql('updateCampaign', { input: { id: draft.id, subject: 'Hello again' } }, program)
    const files = [{ name: 'alan.txt', contentBytes: 'aGVsbG8=' }]
    await graphql('addRecipientFiles', { input: { campaignId: draft.id, files } }, program)
    expect((await graphql('recipientFilePlan', { id: draft.id }, program)).unusedCount).toBe(1)
    await graphql('removeRecipientFiles', { input: { campaignId: draft.id } }, program)
    expect((await graphql('launchForecast', { id: draft.id }, program)).recipients).toBe(3)
    await graphql('rehearseCampaign', { input: { id: draft.id } }, program)
    expect(await graphql('campaignConditions', { id: draft.id }, program)).toEqual([])
    const rule = { kind: 'MONTHLY', timeOfDay: '09:30', timeZone: 'Europe/Berlin' }
    const ruled = { id: draft.id, rule, mailboxIds: [mailbox.id] }
    expect((await graphql('repeatCampaign', { input: ruled }, program)).repeat.isOn).toBe(true)
    expect((await graphql('repeatCampaign', { input: { id: draft.id } }, program)).repeat.isOn).toBe(false)
    const copy = await graphql('duplicateCampaign', { input: { id: draft.id } }, program)
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    const test = { isAbTest: true, abVariantB: 'Good day', abTestShare: 10, abWinnerMetric: 'REPLIES' }
    // Alan is suppressed: he could be the only one who is not in the test.
    const eve = await graphql(
      'createContact',
      { input: { firstName: 'Eve', lastName: 'Else', email: 'eve@elsewhere.example' } },
      program,
    )
    const selectedContacts = [ada.id, grace.id, eve.id]
    await graphql('updateCampaign', { input: { id: copy.id, ...test, selectedContacts } }, program)
    await graphql('sendCampaign', { input: { id: copy.id, scheduledAt: tomorrow } }, program)
    const decided = await graphql('chooseAbWinner', { input: { id: copy.id, winner: 'B' } }, program)
    expect(decided.abResults).toMatchObject({ winner: 'B', decision: { reason: 'CHOSEN' } })
    await graphql('pauseCampaign', { input: { id: copy.id } }, program)
    await graphql('resumeCampaign', { input: { id: copy.id } }, program)
    const nothing = await graphql('resumeStoppedCampaigns', { input: { mailboxId: mailbox.id } }, program)
    expect(nothing).toMatchObject({ resumed: [], refused: [] })
    expect((await graphql('stopAllSending', {}, program)).overdue).toBe(0)
    expect((await graphql('resumeAllSending', { input: {} }, me)).paused).toEqual([])
    const sheet = await graphql('createSheetLink', { input: { id: copy.id } }, me)
    expect(sheet.url).toMatch(/\/sheets\/[\w-]{22}\.[\w-]{43}\.csv$/)
    const [listed] = await graphql('sheetLinks', {}, me)
    expect(listed).toMatchObject({ campaign: { id: copy.id }, lastReadAt: null })
    expect((await graphql('revokeSheetLink', { input: { id: copy.id } }, me)).sheetLink).toBeNull()
    expect((await graphql('cancelCampaign', { input: { id: copy.id } }, program)).pendingCount).toBe(0)
    await graphql('deleteCampaign', { input: { id: copy.id } }, program)
    await graphql('updateEmailSettings', { input: { enableThrottling: false, warmupMode: false } }, me)
    const links = await graphql('setLinkDomain', { input: { host: 'links.outside.example' } }, program)
    expect(links.txt.name).toBe('_mergewell.links.outside.example')
    expect((await graphql('checkLinkDomain', {}, program)).problem).toBe('PROOF')
    expect((await graphql('linkDomain', {}, program)).works).toBe(false)
    expect(await graphql('removeLinkDomain', {}, program)).toBe(true)
    const changes = await begun((last) =>
      watch('campaignsChanged', {}, program, 'sse', ({ campaigns }) =>
        last(campaigns.some((one: { status: string }) => one.status !== 'DRAFT')),
      ),
    )
    const events = await begun((last) =>
      watch('emailLogsChanged', {}, program, 'socket', (message) =>
        last(message.changes.some(({ event }: { event: string }) => event === 'EMAIL_SENT')),
      ),
    )
    await graphql('sendCampaign', { input: { id: draft.id, mailboxId: mailbox.id } }, program)
    expect((await changes.messages)[0].removed).toEqual([])
    expect((await events.messages)[0]).toMatchObject({ missed: true, changes: [] })
    const steps = await watch(
      'campaignProgress',
      { id: draft.id },
      program,
      'socket',
      ({ status }) => status === 'SENT',
    )
    const counts = steps.map(({ sentCount }) => sentCount)
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
    expect(steps.at(-1)).toMatchObject({ sentCount: 2, failedCount: 1, pendingCount: 0 })
    expect(await graphql('removeSuppressions', { input: { ids: [list.edges[0].node.id] } }, me)).toBe(1)
    const unsent = await run(
      `query ($id: ID!) { campaign(id: $id) { emailLogs(filter: { status: FAILED }) {
    edges { node { id error } } } } }`,
      { id: draft.id },
      program,
    )
    const [left] = unsent.campaign.emailLogs.edges
    expect(left.node.error).toBe('SUPPRESSED: complained')
    await graphql('sendToFailed', { input: { id: draft.id, emailLogIds: [left.node.id] } }, program)
    await watch('campaignProgress', { id: draft.id }, program, 'socket', ({ sentCount }) => sentCount === 3)
    const sent = await graphql('campaign', { id: draft.id }, program)
    nodes.push(sent.emailLogs.edges[0].node)
    const campaigns = {
      first: 2,
      filter: { status: 'SENT', search: 'news' },
      orderBy: { field: 'NAME', direction: 'DESCENDING' },
    }
    expect((await graphql('campaigns', campaigns, program)).totalCount).toBe(1)
    expect((await graphql('stats', {}, program)).campaignsSent).toBe(1)
    expect(await graphql('welcomes', { days: 30 }, program)).toMatchObject([{ topic: null, complained: 0 }])
    expect((await graphql('uncertainEmails', { first: 5 }, program)).totalCount).toBe(0)
    expect(await graphql('askMailbox', { input: { emailLogIds: [left.node.id] } }, program)).toEqual([])
    expect(await graphql('confirmArrived', { input: { emailLogIds: [left.node.id] } }, program)).toEqual([])
    expect(await graphql('stopFollowUps', { input: { emailLogIds: [left.node.id] } }, program)).toBe(0)

    const [first] = await watch('repliesChanged', {}, program, 'socket', () => true)
    expect(first).toMatchObject({ missed: true, openCount: 0, replies: [] })
    expect((await graphql('replies', { first: 5, filter: { state: 'OPEN' } }, program)).totalCount).toBe(0)

    const { importId } = await uploadAs(client, me)
    for (const id of [...nodes.map((node) => node.id), importId])
      expect((await graphql('node', { id }, me)).id).toBe(id)
    expect(await graphql('nodes', { ids: [ada.id, 'nonsense'] }, program)).toMatchObject([{ id: ada.id }, null])

    await graphql('deleteImage', { input: { id: image.id, evenIfUsed: true } }, program)
    expect((await graphql('template', { id: template.id }, program)).id).toBe(template.id)
    await graphql('deleteTemplate', { input: { id: template.id } }, program)
    await graphql('deleteSavedBlock', { input: { id: block.id } }, program)
    await graphql('deleteSegment', { input: { id: segment.id } }, program)
    await graphql('deleteContact', { input: { id: ada.id } }, program)
    expect(await graphql('deleteContacts', { input: { ids: [alan.id] } }, program)).toEqual({
      contactCount: 1,
      task: null,
    })
    await addManyContacts(world, tenantId)
    const choice = { input: { filter: { search: '@many.example' } } }
    const cancelled = await whileContactsAreHeld(world, tenantId, async () => {
      const { task } = await graphql('deleteContacts', choice, program)
      await graphql('cancelTask', { input: { id: task.id } }, program)
      return task
    })
    await watch('taskProgress', { id: cancelled.id }, program, 'sse', ({ status }) => status === 'CANCELLED')
    const { task, contactCount } = await graphql('deleteContacts', choice, program)
    expect(contactCount).toBe(1_001)
    const ended = await watch('taskProgress', { id: task.id }, program, 'socket', ({ status }) => status === 'DONE')
    expect(ended.at(-1)).toMatchObject({ done: 1_001, total: 1_001 })
    expect((await graphql('task', { id: task.id }, program)).message).toBe('1,001 contacts deleted.')
    expect((await graphql('tasks', { first: 1 }, program)).totalCount).toBe(3)
    expect((await graphql('node', { id: task.id }, program)).kind).toBe('DELETE_CONTACTS')
    const [mate] = await graphql('colleagues', { search: '' }, me)
    expect(
      await graphql('shareMailbox', { input: { id: mailbox.id, userIds: [mate.id], everybody: true } }, me),
    ).toMatchObject({
      sharedWithEverybody: true,
    })
    expect((await graphql('landing', { id: mailbox.id }, me)).domain).toBe('outside.test')
    expect((await graphql('sendLandingCheck', { input: { id: mailbox.id } }, me)).state).toBe('WAITING')
    const sign = { id: mailbox.id, signature: 'Kind regards' }
    expect((await graphql('updateMailbox', { input: sign }, me)).signature).toBe('Kind regards')
    const register = { vendor: 'microsoft', directory: 'outside.test', clientId: 'app', clientSecret: 'hush' }
    await fetch(`${world.sandboxUrl}/sandbox/applications`, {
      method: 'POST',
      body: JSON.stringify({ ...register, scopes: ['Mail.Send'], mailboxes: ['provided@outside.test'] }),
    })
    const provided = {
      microsoft: { directory: 'outside.test', clientId: 'app', clientSecret: 'hush' },
      ...{ emails: ['provided@outside.test'], outside: 'grace@contoso.test' },
    }
    expect((await graphql('provideMailboxes', { input: provided }, me)).proof).toContain('tried and refused')
    const owned = 'grapher@mail-host.test'
    const { smtp, imap } = await graphql('mailServers', { email: owned }, program)
    const typed = { email: owned, password: 'sandbox', smtp: serverInput(smtp), imap: serverInput(imap) }
    const attempt = 'walk-1'
    const hasStep = (message: { steps: unknown[] }) => message.steps.length > 0
    const progress = watch('connectionProgress', { attempt }, program, 'socket', hasStep)
    const { mailbox: other, steps: tested } = await graphql(
      'connectSmtpMailbox',
      { input: { ...typed, attempt } },
      program,
    )
    expect((await progress).at(-1).steps[0]).toMatchObject({ state: 'PASSED' })
    expect(tested).toHaveLength(7)
    expect(await graphql('testMailbox', { input: { id: other.id } }, me)).toEqual(tested)
    await graphql('disconnectMailbox', { input: { id: other.id } }, me)
    await graphql('disconnectMailbox', { input: { id: mailbox.id } }, me)
    await browserOf(world, { token: sessionToken }).walk('google', 'way-in@outside.example', '?action=identity')
    const [identity] = await graphql('identities', {}, me)
    expect(await graphql('removeIdentity', { input: { id: identity.id } }, me)).toMatchObject({
      label: 'way-in@outside.example',
    })
    const { key: appKey } = await graphql('startTotp', {}, me)
    const code = appCode(appKey, world.app.clock())
    expect(await graphql('confirmTotp', { input: { code } }, me)).toHaveLength(10)
    const [recovery] = await graphql('renewRecoveryCodes', {}, me)
    expect((await graphql('requireSecondFactor', { input: { required: true } }, me)).requiresSecondFactor).toBe(true)
    await graphql('requireSecondFactor', { input: { required: false } }, me)
    const answer = await world.anybody.rest('POST', '/api/login', { username: 'grapher', password: input.newPassword })
    const secondStep = { challenge: answer.body.challenge, code: recovery }
    expect((await graphql('finishLogin', { input: secondStep }, NOBODY)).user.username).toBe('grapher')
    expect((await graphql('secondFactor', {}, me)).recoveryCodesLeft).toBe(9)
    expect((await graphql('removeTotp', {}, me)).totpSince).toBeNull()
    const authenticator = softwareAuthenticator(world)
    const options = await graphql('startPasskey', {}, me)
    const added = await graphql('addPasskey', { input: { name: 'Key', response: authenticator.create(options) } }, me)
    expect(added.recoveryCodes).toHaveLength(10)
    expect((await graphql('renamePasskey', { input: { id: added.passkey.id, name: 'Blue key' } }, me)).name).toBe(
      'Blue key',
    )
    expect(await graphql('confirmationWays', {}, me)).toEqual(['PASSWORD', 'PASSKEY'])
    const proof = authenticator.get(await graphql('startPasskeyConfirmation', {}, me))
    expect(await graphql('confirmWithPasskey', { input: { response: proof } }, me)).toBe(true)
    const response = authenticator.get(await graphql('startPasskeyLogin', {}, NOBODY))
    expect((await graphql('loginWithPasskey', { input: { response } }, NOBODY)).user.username).toBe('grapher')
    await graphql('removePasskey', { input: { id: added.passkey.id } }, me)
    expect(await graphql('erasePerson', { input: { email: alan.email } }, me)).toMatchObject({ contacts: 0 })
    const { name } = await graphql('tenant', {}, me)
    expect((await graphql('scheduleWorkspaceDeletion', { input: { name } }, me)).deletionAt).not.toBeNull()
    expect((await graphql('cancelWorkspaceDeletion', {}, me)).deletionAt).toBeNull()
    await graphql('revokeApiKey', { input: { id: made.apiKey.id } }, me)
    await graphql('deleteServiceAccount', { input: { id: account.id } }, me)
    expect(await graphql('logout', {}, me)).toBe(true)
  },
  PATIENCE,
)

it(
  'the GraphQL API answers the super admin’s fields as documented',
  async () => {
    const { graphql } = client
    const root = (await signInSuperAdmin(world)).headers
    expect((await graphql('superAdminLogin', { input: boss }, NOBODY)).name).toBe('Boss')
    expect((await graphql('superAdmin', {}, root)).username).toBe('boss')
    expect((await graphql('installationAuditEvents', {}, root)).totalCount).toBeGreaterThan(0)
    expect((await graphql('installation', {}, root)).providers).toHaveLength(2)
    expect(await graphql('refusedRegistrations', {}, root)).toEqual([])
    const limits = { subscriptionTier: 'FREE', maxUsers: 3, maxContacts: 4, maxCampaigns: 5 }
    const tenant = await graphql('createTenant', { input: { ...tenantInput('graph'), ...limits } }, root)
    await graphql('updateTenant', { input: { id: tenant.id, features: { warmup: false }, isActive: false } }, root)
    expect((await graphql('tenants', { filter: { ids: [tenant.id] } }, root)).edges[0].node.id).toBe(tenant.id)
    expect((await graphql('confirmPlan', { input: { id: tenant.id } }, root)).planConfirmed).toBe(true)
    const asker = await signUp(client, 'upgrader')
    await graphql('requestUpgrade', { input: { requestedTier: 'ENTERPRISE' } }, asker)
    const { edges } = await graphql('tenants', { filter: { upgradeRequested: true } }, root)
    const asking = edges[0].node.id
    expect((await graphql('declineUpgrade', { input: { id: asking } }, root)).upgradeRequest).toBeNull()
    const { name } = tenantInput('graph')
    const planned = await graphql('scheduleTenantDeletion', { input: { id: tenant.id, name } }, root)
    expect(planned.deletionAt).not.toBeNull()
    expect((await graphql('cancelTenantDeletion', { input: { id: tenant.id } }, root)).deletionAt).toBeNull()
    const tom = await graphql(
      'createTenantUser',
      { input: { tenantId: tenant.id, ...person('tom'), role: 'USER' } },
      root,
    )
    await graphql('resetTenantUserFactor', { input: { tenantId: tenant.id, id: tom.id } }, root)
    expect((await graphql('tenantUsers', { tenantId: tenant.id }, root)).totalCount).toBe(1)
    expect(await graphql('superAdminConfirmPassword', { input: { password: boss.password } }, root)).toBe(true)
    expect(await graphql('superAdmin', {}, root)).toBeNull()
    const again = (await signInSuperAdmin(world)).headers
    const { key } = await graphql('superAdminStartTotp', {}, again)
    const code = appCode(key, world.app.clock())
    expect(await graphql('superAdminConfirmTotp', { input: { code } }, again)).toHaveLength(10)
    const [recovery] = await graphql('superAdminRenewRecoveryCodes', {}, again)
    const { challenge } = (await world.anybody.rest('POST', '/api/supadmin/login', boss)).body
    const secondStep = { challenge, code: recovery }
    expect((await graphql('superAdminFinishLogin', { input: secondStep }, NOBODY)).name).toBe('Boss')
    expect(await graphql('superAdminLogout', {}, again)).toBe(true)
  },
  PATIENCE,
)

it(
  'the GraphQL API can be used for an import from upload to undo',
  async () => {
    const { graphql, watch } = client
    const me = await signUp(client, 'importer')
    const rows = [
      ['First Name', 'Last Name', 'Email'],
      ['Ada', 'L', 'ada@import.example'],
    ]
    const file = workbook([...rows, ['Bob', 'M', 'bob@import.example']])
    const contentBytes = Buffer.from(await file.arrayBuffer()).toString('base64')
    const preview = await graphql('uploadContacts', { input: { fileName: 'people.xlsx', contentBytes } }, me)
    expect([preview.added.count, preview.problem]).toEqual([2, null])
    expect((await graphql('importPreview', { id: preview.id }, me)).fileName).toBe('people.xlsx')
    const task = await graphql('commitImport', { input: { id: preview.id, choice: { tags: ['New'] } } }, me)
    const done = ({ status }: { status: string }) => status === 'DONE'
    expect((await watch('taskProgress', { id: task.id }, me, 'sse', done)).at(-1).kind).toBe('IMPORT_CONTACTS')
    const { edges } = await graphql('contactImports', { first: 5 }, me)
    expect(edges[0].node).toMatchObject({ fileName: 'people.xlsx', added: 2, undone: null })
    const undoing = await graphql('undoImport', { input: { id: edges[0].node.id } }, me)
    await watch('taskProgress', { id: undoing.id }, me, 'socket', done)
    expect((await graphql('contacts', {}, me)).totalCount).toBe(0)
  },
  PATIENCE,
)

it(
  'the GraphQL API can be used for the previews of an email',
  async () => {
    const { graphql } = client
    const me = await signUp(client, 'looker')
    await world.connect({ ...world.anybody, ...(await idsOf(world, 'looker')) }, 'google', 'look@outside.test')
    const { id: contactId } = await graphql('createContact', { input: contact('zoe') }, me)
    const input = { name: 'N', subject: 'Hi {firstName}', content: 'Dear {fullName}', selectedContacts: [contactId] }
    const { id: campaignId } = await graphql('createCampaign', { input }, me)
    expect((await graphql('previewMail', { input: { campaignId, contactId } }, me)).subject).toBe('Hi zoe')
    expect(Array.isArray(await graphql('campaignProblems', { id: campaignId }, me))).toBe(true)
    expect(await graphql('previewRecipient', { campaignId }, me)).toMatchObject({ position: 1, total: 1, gaps: [] })
    expect((await graphql('sendTestMail', { input: { campaignId } }, me)).sent).toBe(true)
  },
  PATIENCE,
)

it(
  'the GraphQL API can be used for the approval of a launch by a second person',
  async () => {
    const { graphql } = client
    const me = await signUp(client, 'asker')
    await world.connect({ ...world.anybody, ...(await idsOf(world, 'asker')) }, 'google', 'asker@outside.test')
    await graphql('createUser', { input: { ...person('second'), role: 'ADMIN' } }, me)
    await graphql('updateEmailSettings', { input: { launchApproval: true } }, me)
    const { id: contactId } = await graphql('createContact', { input: contact('uma') }, me)
    const input = { name: 'N', subject: 'Hi', content: 'Dear {fullName}', selectedContacts: [contactId] }
    const { id } = await graphql('createCampaign', { input }, me)
    const asked = await graphql('requestApproval', { input: { id, note: 'For Monday' } }, me)
    expect(asked.approval).toMatchObject({ request: 1, status: 'WAITING', canWithdraw: true })
    const withdrawn = await graphql('decideApproval', { input: { id, request: 1, decision: 'WITHDRAW' } }, me)
    expect(withdrawn.approval.status).toBe('WITHDRAWN')
  },
  PATIENCE,
)

it(
  'the GraphQL API can be used for a reply from its arrival until it is done',
  async () => {
    const { graphql, watch } = client
    const me = await signUp(client, 'answered')
    await world.connect({ ...world.anybody, ...(await idsOf(world, 'answered')) }, 'microsoft', 'answered@outside.test')
    const { id: contactId } = await graphql('createContact', { input: contact('yan') }, me)
    const input = { name: 'N', subject: 'Hi', content: 'Dear {fullName}', selectedContacts: [contactId] }
    const { id } = await graphql('createCampaign', { input }, me)
    await graphql('sendCampaign', { input: { id } }, me)
    await watch('campaignProgress', { id }, me, 'socket', ({ status }) => status === 'SENT')
    const { emailLogs } = await graphql('campaign', { id }, me)
    await arriveReply(world, emailLogs.edges[0].node)
    const { edges } = await graphql('replies', { first: 5, filter: { campaignId: id } }, me)
    const [{ node: reply }] = edges
    expect(await graphql('replyMail', { id: reply.id }, me)).toMatchObject({ text: null, problem: 'MESSAGE_GONE' })
    const sent = await graphql('sentMail', { id: emailLogs.edges[0].node.id }, me)
    expect(sent.subject).toBe('Hi')
    await graphql('noteAnswering', { input: { replyId: reply.id, isAnswering: true } }, me)
    const thrown = await graphql('saveAnswer', { input: { replyId: reply.id, content: 'No' } }, me)
    await graphql('discardAnswer', { input: { id: thrown.id } }, me)
    const answer = await graphql('saveAnswer', { input: { replyId: reply.id, content: 'Gladly' } }, me)
    expect(await graphql('sendAnswer', { input: { id: answer.id, undoSeconds: 600 } }, me)).toMatchObject({
      state: 'SENDING',
    })
    expect(await graphql('cancelAnswer', { input: { id: answer.id } }, me)).toMatchObject({ state: 'DRAFT' })
    const [done] = await graphql('updateReplies', { input: { ids: [reply.id], done: true } }, me)
    expect(done.doneAt).not.toBeNull()
    expect((await graphql('node', { id: reply.id }, me)).id).toBe(reply.id)
  },
  PATIENCE,
)

it('the test of the GraphQL API from outside covers every root field', () => {
  expect(client.unknown().fields, 'add a step above for these').toEqual([])
})

/** Begins to watch, and resolves with the first message: what happens from then on is heard. */
async function begun<T>(watch: (last: (isLast: boolean) => boolean) => Promise<T>): Promise<{ messages: Promise<T> }> {
  const first = Promise.withResolvers<void>()
  const messages = watch((isLast) => {
    first.resolve()
    return isLast
  })
  await Promise.race([first.promise, messages])
  return { messages }
}

async function run(query: string, variables: object, who: Who) {
  const response = await fetch(`${world.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...who },
    body: JSON.stringify({ query, variables }),
  })
  return (await response.json()).data
}
