import {
  band,
  button,
  divider,
  heading,
  headline,
  imprint,
  line,
  picture,
  sheet,
  small,
  table,
  text,
  type GalleryTemplate,
} from './gallery-parts.ts'

const VIOLET = '#4a4bb8'

export const paymentReminder: GalleryTemplate = {
  id: 'payment-reminder',
  name: 'Payment reminder',
  description: 'A friendly note about an invoice that is still open, with its amounts.',
  document: sheet({
    subject: 'Invoice {Invoice number|} is still open',
    preheader: 'A short reminder, with everything you need to pay.',
    globalStyles: { backgroundColor: '#e6e3f1', linkColor: VIOLET },
    parts: [
      line(
        [
          [heading(1, headline('A short reminder', { fontSize: '26px', padding: '28px 8px 8px 32px' }))],
          [picture('bills', '', { padding: '12px 32px 12px 8px' })],
        ],
        { verticalAlign: 'middle' },
        [3, 2],
      ),
      text(
        'Dear {firstName|customer}, our invoice of {Invoice date|last month} has not been paid yet. Perhaps it got lost.',
      ),
      table([
        ['Invoice', 'Due', 'Amount'],
        ['{Invoice number|2026-0417}', '{Due date|30 June}', '{Amount|€ 240.00}'],
      ]),
      button('Pay the invoice', VIOLET),
      divider(),
      band('#f4f3fa', [
        text(
          '<b>Already paid?</b> Then please ignore this email. If something is wrong, reply and we will look at it.',
          {
            fontSize: '14px',
            padding: '18px 32px',
          },
        ),
      ]),
      small('Bank transfer: IBAN XX00 0000 0000 0000 0000 00'),
      imprint(),
    ],
  }),
}
