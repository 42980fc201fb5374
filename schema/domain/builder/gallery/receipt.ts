import {
  button,
  divider,
  headline,
  imprint,
  line,
  sheet,
  small,
  SOFT,
  spacer,
  text,
  type GalleryTemplate,
  type Part,
  heading,
} from './gallery-parts.ts'

const TEAL = '#0f6a73'

const position = (name: string, amount: string, bold = false): Part =>
  line(
    [
      [text(bold ? `<b>${name}</b>` : name, { padding: '6px 8px 6px 32px' })],
      [text(bold ? `<b>${amount}</b>` : amount, { padding: '6px 32px 6px 8px', textAlign: 'right' })],
    ],
    {},
    [3, 2],
  )

export const receipt: GalleryTemplate = {
  id: 'thank-you',
  name: 'Thank you and receipt',
  description: 'After an order, a donation or a booking: thanks, the amounts and what comes next.',
  document: sheet({
    subject: 'Thank you, {firstName|friend}: your order {Order number|1042}',
    preheader: 'Paid and on its way. Your receipt is below.',
    globalStyles: { backgroundColor: '#e9f1f1', linkColor: TEAL },
    parts: [
      spacer(32),
      heading(1, headline('Thank you, {firstName|friend}.', { fontSize: '36px' })),
      text(
        'Your order is paid and being packed. You will get a tracking number as soon as it ships, usually by tomorrow evening.',
      ),
      spacer(8),
      line(
        [
          [
            small('ORDER', { padding: '16px 8px 0px 32px' }),
            text('<b>{Order number|1042}</b>', { padding: '0px 8px 16px 32px' }),
          ],
          [
            small('DATE', { padding: '16px 8px 0px 24px' }),
            text('<b>{Order date|12 March}</b>', { padding: '0px 8px 16px 24px' }),
          ],
          [small('PAID BY', { padding: '16px 8px 0px 24px' }), text('<b>Card</b>', { padding: '0px 8px 16px 24px' })],
        ],
        { backgroundColor: '#f2f7f7' },
      ),
      spacer(12),
      position('Notebook set, 2 pieces', '€ 36.00'),
      position('Travel mug, green', '€ 24.00'),
      position('Shipping', '€ 4.90'),
      divider({ margin: '8px 32px', backgroundColor: '#cfdfe0' }),
      position('Total, tax included', '€ 64.90', true),
      button('Track my order', TEAL, { margin: '20px 32px 12px' }),
      text('Something wrong? Reply to this email within 30 days, and we will put it right.', {
        fontSize: '15px',
        color: SOFT,
        padding: '8px 32px 16px',
      }),
      imprint(),
    ],
  }),
}
