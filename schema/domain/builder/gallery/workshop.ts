import {
  button,
  heading,
  headline,
  imprint,
  picture,
  row,
  sheet,
  small,
  spacer,
  text,
  type GalleryTemplate,
  type Part,
} from './gallery-parts.ts'

const CLAY = '#a3481f'
const card = (date: string, name: string, places: string): readonly Part[] => [
  text(`<b>${date}</b>\n${name}\n${places}`, {
    borderWidth: '1px',
    borderColor: '#d9b99b',
    padding: '14px 16px',
    margin: '8px',
    fontSize: '15px',
  }),
]

export const workshop: GalleryTemplate = {
  id: 'workshop',
  name: 'Workshops',
  description: 'Courses on several dates, with the places that are left.',
  document: sheet({
    subject: 'Pottery for beginners: three new dates, {firstName|}',
    preheader: 'Eight places each, all materials included.',
    globalStyles: { backgroundColor: '#f3d9c6', linkColor: CLAY },
    parts: [
      heading(
        1,
        headline('Make something with your hands', {
          textAlign: 'center',
          padding: '32px 32px 16px',
          phoneFontSize: '26px',
        }),
      ),
      picture('workshop', 'A workbench with pots, a hammer and brushes', { padding: '0px 32px', borderRadius: '8px' }),
      text('Hello {firstName|there}, our workshop is open again. No experience needed; we have aprons.', {
        textAlign: 'center',
        padding: '20px 48px 8px',
      }),
      row(
        [
          card('Saturday, 6 June', 'Cups and bowls', '5 places left'),
          card('Saturday, 13 June', 'Glazing', '8 places left'),
        ],
        {
          padding: '0px 24px',
        },
      ),
      row(
        [card('Saturday, 27 June', 'The wheel', '2 places left'), card('On your date', 'For groups from 6', 'Ask us')],
        {
          padding: '0px 24px',
        },
      ),
      button('Book a place', CLAY, { textAlign: 'center' }),
      small('€ 65 for four hours, with all materials, firing and coffee.', { textAlign: 'center' }),
      spacer(8),
      imprint(),
    ],
  }),
}
