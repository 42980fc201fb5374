import {
  band,
  button,
  headline,
  imprint,
  row,
  sheet,
  small,
  social,
  spacer,
  text,
  type GalleryTemplate,
  type Part,
  heading,
} from './gallery-parts.ts'

const SUN = '#ffd24a'
const BLACK = '#17181c'

const offer = (name: string, before: string, now: string): readonly Part[] => [
  text(`<b>${name}</b>`, { textAlign: 'center', padding: '16px 12px 0px', fontSize: '17px' }),
  headline(now, { textAlign: 'center', fontSize: '30px', padding: '2px 12px 0px' }),
  small(`<s>${before}</s>`, { textAlign: 'center', padding: '0px 12px' }),
  button('Take it', BLACK, { textAlign: 'center', fontSize: '14px', padding: '10px 20px', margin: '8px 12px 20px' }),
]

export const sale: GalleryTemplate = {
  id: 'sale',
  name: 'Sale',
  description: 'A short offer with a code and an end date.',
  document: sheet({
    subject: '25% off until Sunday, {firstName|and you know it first}',
    preheader: 'Code SPRING25. Works on everything, even items already reduced.',
    globalStyles: { backgroundColor: '#f3f1ea', linkColor: BLACK },
    parts: [
      band(SUN, [
        small('<b>FOUR DAYS ONLY</b>', { textAlign: 'center', color: BLACK, padding: '32px 32px 0px' }),
        headline('25%', {
          fontSize: '104px',
          textAlign: 'center',
          color: BLACK,
          padding: '0px 20px',
          lineHeight: '1.1',
        }),
        heading(
          1,
          text('<b>off everything until Sunday</b>', {
            fontSize: '22px',
            textAlign: 'center',
            color: BLACK,
            padding: '0px 32px 36px',
          }),
        ),
      ]),
      band(BLACK, [
        text('Your code: <b>SPRING25</b>', {
          color: '#ffffff',
          fontSize: '20px',
          textAlign: 'center',
          padding: '20px 32px',
        }),
      ]),
      spacer(20),
      text(
        'Hi {firstName|there}, it is spring cleaning the other way round: we make room, and you get the good things. A few that will go fast:',
        { textAlign: 'center', padding: '8px 48px' },
      ),
      row(
        [
          offer('Desk lamp', '€ 89', '€ 66.75'),
          offer('Notebook set', '€ 24', '€ 18'),
          offer('Travel mug', '€ 32', '€ 24'),
        ],
        { padding: '0px 16px' },
      ),
      band('#f7f4ea', [
        text(
          '<b>How it works:</b> enter SPRING25 at checkout. It works once per order, until midnight on Sunday, and returns are free for 30 days, as always.',
          { fontSize: '14px', textAlign: 'center', padding: '20px 48px' },
        ),
      ]),
      button('Browse everything', BLACK, { textAlign: 'center', margin: '24px 32px 8px' }),
      social(['instagram', 'facebook', 'tiktok']),
      imprint(),
    ],
  }),
}
