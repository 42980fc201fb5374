import { expect, it } from 'vitest'
import { sortReplies, type FoundReply, type KeptReply } from './store-replies.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 9, 0, seconds))
const found = (messageId: string, seconds: number, elsewhere = false): FoundReply => ({
  ...{ messageId, logId: 'log', campaignId: 'campaign', from: 'cy@there.test', receivedAt: at(seconds), elsewhere },
})
const kept = (id: string, mailboxId: string, messageId: string, seconds: number): KeptReply => ({
  ...{ id, mailboxId, messageId, logId: 'log', from: 'cy@there.test', receivedAt: at(seconds) },
})

it.each<[string, FoundReply[], KeptReply[], { added: string[]; moved: string[] }]>([
  ['a first reply', [found('m1', 0)], [], { added: ['m1'], moved: [] }],
  ['a reply that is already stored', [found('m1', 0)], [kept('r1', 'own', 'm1', 0)], { added: [], moved: [] }],
  ['a reply listed twice on one page', [found('m1', 0), found('m1', 0)], [], { added: ['m1'], moved: [] }],
  ['two replies within a minute', [found('m1', 0), found('m2', 50)], [], { added: ['m1', 'm2'], moved: [] }],
  [
    'a copy of a reply that another mailbox got',
    [found('m1', 5)],
    [kept('r1', 'other', 'x1', 0)],
    { added: [], moved: ['r1 m1'] },
  ],
  [
    'a copy that arrives in another mailbox',
    [found('x1', 5, true)],
    [kept('r1', 'sender', 'm1', 0)],
    { added: [], moved: [] },
  ],
  [
    'copies of two replies that came within a minute',
    [found('m1', 1), found('m2', 51)],
    [kept('r1', 'other', 'x1', 0), kept('r2', 'other', 'x2', 50)],
    { added: [], moved: ['r1 m1', 'r2 m2'] },
  ],
  [
    'a reply stored from both mailboxes',
    [found('m1', 1)],
    [kept('r1', 'own', 'm1', 1), kept('r2', 'other', 'x1', 0)],
    { added: [], moved: [] },
  ],
  ['another reply, minutes later', [found('m2', 130)], [kept('r1', 'other', 'x1', 0)], { added: ['m2'], moved: [] }],
])('a reply found in an inbox is stored once: %s', (_, replies, before, expected) => {
  const { added, moved } = sortReplies(replies, before, 'own')
  expect({
    added: added.map(({ messageId }) => messageId),
    moved: moved.map(({ id, messageId }) => `${id} ${messageId}`),
  }).toEqual(expected)
})
