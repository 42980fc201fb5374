import { describe, expect, it } from 'vitest'
import { ownMessageId } from '#domain/inbox/own-message-id.ts'
import { conversationOf } from './email-conversation.ts'
import { composeMime, mimeBytes } from './message/mime.ts'
import { DeliveryError, type OpenMailbox, type OutgoingMessage, type SentIds } from './provider.ts'
import type { AnsweredEmail } from './store.ts'

const FROM = 'ada@contoso.test'
const FIRST: AnsweredEmail = {
  logId: '0190c5f2-7a3e-7cc1-b1a4-000000000001',
  attempts: 1,
  messageId: 'v1',
  internetMessageId: '<first@vendor.test>',
  threadId: 'thread-when-sent',
}
const SECOND: AnsweredEmail = {
  logId: '0190c5f2-7a3e-7cc1-b1a4-000000000002',
  attempts: 2,
  messageId: 'v2',
  internetMessageId: '<as-a-draft@vendor.test>',
  threadId: 'thread-when-sent',
}
const own = ({ logId, attempts }: AnsweredEmail) => ownMessageId(logId, attempts, FROM)

async function asked(readSent: OpenMailbox['readSent'], answers: readonly AnsweredEmail[] = [FIRST, SECOND]) {
  const kept: [string, SentIds][] = []
  const found = await conversationOf({ readSent }, { answers }, FROM, async ({ logId }, ids) => {
    kept.push([logId, ids])
  })
  return { found, kept }
}

describe('the conversation of a follow-up', () => {
  it('uses the Message-ID that the provider gave the earlier email, and stores it', async () => {
    const ids = { internetMessageId: '<as-sent@vendor.test>', threadId: 't' }
    const { found, kept } = await asked(async (id) => (id === 'v2' ? ids : null))
    expect(found).toEqual({ messageIds: ['<first@vendor.test>', '<as-sent@vendor.test>'], threadId: 't' })
    expect(kept).toEqual([[SECOND.logId, ids]])
  })

  it('uses the conversation stored when the earlier email was sent where the mailbox may not be read', async () => {
    const { found } = await asked(undefined, [{ ...FIRST, internetMessageId: null }])
    expect(found).toEqual({ messageIds: [own(FIRST)], threadId: 'thread-when-sent' })
  })

  it.each<[string, OpenMailbox['readSent'], AnsweredEmail[], string[]]>([
    ['has no such email', async () => null, [FIRST, SECOND], ['<first@vendor.test>', '<as-a-draft@vendor.test>']],
    [
      'refuses to show it',
      () => Promise.reject(new DeliveryError('forbidden', '403')),
      [{ ...SECOND, internetMessageId: null }],
      [own(SECOND)],
    ],
    [
      'names something else than a Message-ID',
      async () => ({ internetMessageId: '<a@b>\r\nBcc: x@y', threadId: null }),
      [FIRST],
      [own(FIRST)],
    ],
  ])('uses the stored Message-ID where the mailbox %s', async (_, readSent, answers, messageIds) => {
    expect((await asked(readSent, answers)).found).toEqual({ messageIds, threadId: 'thread-when-sent' })
  })

  it.each(['unavailable', 'throttled', 'expired'] as const)(
    'delays the follow-up while the mailbox is %s',
    async (kind) => {
      const error = new DeliveryError(kind, 'not now')
      await expect(asked(() => Promise.reject(error))).rejects.toBe(error)
    },
  )

  it('does not exist for a first email', async () => {
    expect((await asked(undefined, [])).found).toBeNull()
  })

  it('is written into the headers of the email', () => {
    const message: OutgoingMessage = {
      from: { name: '', address: FROM },
      to: { name: '', address: 'bo@there.test' },
      subject: 'Re: Hello',
      conversation: { messageIds: ['<one@v.test>', '<two@v.test>'], threadId: null },
      html: '',
      text: 'Again',
      headers: [],
      attachments: [],
    }
    const text = mimeBytes(composeMime(message)).toString()
    expect(text).toContain('\r\nIn-Reply-To: <two@v.test>\r\nReferences: <one@v.test> <two@v.test>\r\n')
    const forged = { ...message, headers: [{ name: 'In-Reply-To', value: '<x@y>' }] }
    expect(() => composeMime(forged)).toThrow('cannot be set on a message')
  })
})
