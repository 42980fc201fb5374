import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodeId } from '#schema/object-ids.ts'
import { approvalOf, office, TOMORROW } from '#tests/support/approval-world.ts'
import { addContacts, configureSending } from '#tests/support/campaigns.ts'
import { mutate } from '#tests/support/mutate.ts'
import { mailboxOf } from '#tests/support/returned-mail.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { firstOf } from '#tests/support/full-run-only.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

type Office = Awaited<ReturnType<typeof office>>
const edit = ({ bea, id }: Office, input: object) => mutate(bea, 'updateCampaign', { id, ...input })
const addFile = ({ bea, id }: Office, name: string) =>
  mutate(bea, 'addRecipientFiles', { campaignId: id, files: [{ name, contentBytes: 'eA==' }] })
const attached = (contentBytes: string) => ({
  attachments: [{ name: 'a.txt', contentBytes, contentType: 'text/plain' }],
})
const tested = { isAbTest: true, abVariantType: 'subject', abVariantB: 'Hi', abTestShare: 50 }
const clicked = (link: string) => ({ followUps: [{ content: 'Again', condition: 'clicked', link }] })

/** Changes after a request: the change, the part of the launch that it affects, and how to restore that part. */
const CHANGES: [string, (of: Office) => Promise<unknown>, string, ((of: Office) => Promise<unknown>)?][] = [
  ['the subject', ({ bea, id }) => mutate(bea, 'updateCampaign', { id, subject: 'Other' }), 'content'],
  [
    'the recipients',
    async ({ bea, id }) => mutate(bea, 'updateCampaign', { id, selectedContacts: await addContacts(world, bea, 3) }),
    'audience',
  ],
  [
    'the name of a recipient',
    async ({ bea, id }) => {
      const { data } = await bea.graphql('query ($id: ID!) { campaign(id: $id) { selectedContactIds } }', { id })
      return mutate(bea, 'updateContact', { id: data.campaign.selectedContactIds[0], firstName: 'Eve' })
    },
    'audience',
  ],
  ['the sender’s name', ({ bea, id }) => mutate(bea, 'updateCampaign', { id, fromName: 'Somebody' }), 'sender'],
  ['the workspace’s address', ({ boss }) => configureSending(boss, { postalAddress: 'Elsewhere 1' }), 'content'],
  ['an attachment', (of) => edit(of, attached('eQ==')), 'content', (of) => edit(of, attached('eA=='))],
  [
    'the files of recipients',
    (of) => addFile(of, 'Other.txt'),
    'content',
    async (of) => [await edit(of, { filePattern: 'Letter.txt' }), await addFile(of, 'Letter.txt')],
  ],
  [
    'the signature of the mailbox',
    async ({ bea }) => {
      const { mailboxId } = await mailboxOf(world, bea)
      return mutate(bea, 'updateMailbox', { id: encodeId('Mailbox', mailboxId), signature: 'Bye' })
    },
    'sender',
  ],
  ['the tracking', (of) => edit(of, { tracking: 'off' }), 'content'],
  ['the language', (of) => edit(of, { language: 'de' }), 'content'],
  [
    'the rule of an A/B test',
    (of) => edit(of, { abWinnerMetric: 'replies' }),
    'content',
    (of) => edit(of, { ...tested, abWinnerMetric: 'opens' }),
  ],
  [
    'the link that a follow-up asks about',
    (of) => edit(of, clicked('https://b.example/')),
    'content',
    (of) => edit(of, { content: 'See https://a.example/ or https://b.example/', ...clicked('https://a.example/') }),
  ],
  [
    'the files of a follow-up',
    (of) => edit(of, { followUps: [{ content: 'Again', attachesFiles: true }] }),
    'content',
    (of) => edit(of, { ...attached('eA=='), followUps: [{ content: 'Again' }] }),
  ],
]

describe('a change of the campaign after approval was requested', () => {
  it.each(firstOf(CHANGES, 6))('invalidates the request if it concerns %s', async (_, make, part, prepare) => {
    const made = await office(world)
    await prepare?.(made)
    expect(await made.request()).toMatchObject({ approval: { status: 'waiting', changed: [] } })
    await make(made)
    expect(await approvalOf(made.ada, made.id)).toMatchObject({ status: 'waiting', changed: [part] })
    expect(await made.decide(made.ada, 'approve')).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/has changed/),
    })
    expect(await made.look()).toMatchObject({ status: 'draft', logs: [] })
    await made.request()
    expect(await made.decide(made.ada, 'approve', { request: 2 })).toMatchObject({ status: 'sending' })
  })

  it('invalidates the request if it concerns a follow-up', async () => {
    const { ada, bea, id, request, decide } = await office(world)
    const change = (followUps: object[]) => mutate(bea, 'updateCampaign', { id, followUps })
    await change([{ content: 'Again', waitDays: 2 }])
    await request()
    for (const followUps of [[{ content: 'Other', waitDays: 2 }], [{ content: 'Again', waitDays: 3 }], []]) {
      expect((await change(followUps)).errors ?? null).toBeNull()
      expect(await approvalOf(ada, id)).toMatchObject({ changed: ['content'] })
    }
    expect(await decide(ada, 'approve')).toMatchObject({ code: 'CONFLICT' })
    await change([{ content: 'Again', waitDays: 2 }])
    expect(await decide(ada, 'approve')).toMatchObject({ status: 'sending' })
  })

  it('leaves the request valid once it is undone', async () => {
    const { ada, bea, id, request, decide } = await office(world)
    await request()
    await mutate(bea, 'updateCampaign', { id, subject: 'Other' })
    await mutate(bea, 'updateCampaign', { id, subject: 'Hello' })
    expect(await decide(ada, 'approve')).toMatchObject({ status: 'sending' })
  })

  it('is also that the scheduled start has passed, which invalidates the request', async () => {
    const { ada, id, request, decide } = await office(world)
    await request({ scheduledAt: TOMORROW(), localTimeZone: 'Europe/Berlin' })
    const { clock } = world.app
    world.app.clock = () => new Date(Date.now() + 2 * 86_400_000)
    try {
      expect(await approvalOf(ada, id)).toMatchObject({ changed: ['schedule'] })
      expect(await decide(ada, 'approve')).toMatchObject({
        code: 'CONFLICT',
        message: expect.stringMatching(/the start/),
      })
    } finally {
      world.app.clock = clock
    }
  })
})
