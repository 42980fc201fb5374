import { expect, it } from 'vitest'
import type { Campaign, EmailSeal } from '../campaign.ts'
import { approvalOf } from './approval-seals.ts'

const SEAL: EmailSeal = {
  email: 'd92dda644e14b21a909afd793401d68e434baecc4192df91392e43923df1f325',
  senders: { box: '806aeac65839d07a96e25154d0ffacb30e727b83b748053bf0e94b6507a9714a' },
}
const LAUNCHED = {
  ...{ subject: 'Hello', abVariantB: 'Hi', isAbTest: true, content: 'Dear {firstName}', useHtmlBuilder: false },
  ...{ fromName: null, fromAddress: null, replyTo: 'office@example.com', cc: null, bcc: null },
  ...{ tracking: 'recipient', trackOpens: true, trackClicks: false },
  frozen: {
    senders: { box: { name: 'Ann', address: 'ann@example.com' } },
    signatures: { box: 'Ann of Contoso' },
    ...{ language: 'en', imprint: 'Contoso, 1 Main Street', seal: SEAL },
  },
} as unknown as Campaign
const FILES = {
  attachments: [{ name: 'prices.txt', contentType: 'text/plain', size: 6, content: Buffer.from('prices') }],
  ownFiles: { pattern: '{email}.txt', files: [] },
}

it('the approval seal of a campaign that an earlier version launched is still valid after an upgrade', async () => {
  expect(await approvalOf(LAUNCHED, 'box', FILES)).toEqual({ changed: null })
})

it('a mailbox that was not part of the approved launch is reported as a changed sender', async () => {
  expect(await approvalOf(LAUNCHED, 'another', FILES)).toEqual({ changed: 'sender' })
})
