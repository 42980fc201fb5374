import {
  band,
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
  VERMILION,
  type GalleryTemplate,
  type Part,
  heading,
} from './gallery-parts.ts'

const step = (number: string, title: string, words: string): Part =>
  line(
    [
      [headline(number, { color: VERMILION, fontSize: '36px', padding: '6px 8px 0px 32px', lineHeight: '1.2' })],
      [
        heading(2, text(`<b>${title}</b>`, { fontSize: '17px', padding: '10px 32px 0px 8px' })),
        text(words, { fontSize: '15px', color: SOFT, padding: '2px 32px 12px 8px' }),
      ],
    ],
    {},
    [1, 5],
  )

export const welcome: GalleryTemplate = {
  id: 'welcome',
  name: 'Welcome',
  description: 'The first email after sign-up: three steps and someone to ask.',
  document: sheet({
    subject: 'Welcome, {firstName|friend}: three steps and you are set',
    preheader: 'It takes about five minutes, and I am here if anything sticks.',
    parts: [
      band('#fbe9e3', [
        heading(
          1,
          headline('Welcome,\n{firstName|friend}.', { fontSize: '44px', padding: '44px 32px 8px', lineHeight: '1.15' }),
        ),
        text('Good to have you here. Three small steps, and the rest takes care of itself.', {
          fontSize: '18px',
          padding: '4px 32px 32px',
        }),
      ]),
      spacer(20),
      step('1', 'Bring your contacts', 'A spreadsheet is enough. We sort out the columns.'),
      step('2', 'Connect your mailbox', 'Emails come from your own address, so people know who is writing.'),
      step('3', 'Write to one person first', 'Send a test to yourself and see what others will see.'),
      button('Start with step one', VERMILION, { margin: '16px 32px' }),
      divider(),
      text(
        'If you get stuck, reply to this email. It reaches me, not a queue.\n\n<b>Your name</b>\nCustomer care, Your company',
      ),
      small(
        'PS: You will get two more emails from us this week, each with one useful thing. After that, we will keep quiet.',
        {
          padding: '4px 32px 16px',
        },
      ),
      imprint(),
    ],
  }),
}
