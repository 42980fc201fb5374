import {
  button,
  heading,
  headline,
  imprint,
  picture,
  sheet,
  spacer,
  text,
  type GalleryTemplate,
} from './gallery-parts.ts'

const NIGHT = '#16324a'
const CENTER = { textAlign: 'center', padding: '8px 56px' } as const

export const greetings: GalleryTemplate = {
  id: 'greetings',
  name: 'Season’s greetings',
  description: 'A card for the end of the year, to customers, members or colleagues.',
  document: sheet({
    subject: 'Thank you for this year, {firstName|dear friend}',
    preheader: 'A few quiet days, and all the best for the new year.',
    globalStyles: { backgroundColor: NIGHT, maxWidth: '560px' },
    parts: [
      picture('greetings', 'A small house between snowy trees at night'),
      spacer(24),
      heading(1, headline('Thank you for this year', CENTER)),
      text(
        'Dear {firstName|friend}, it was good to work with you. We wish you a few quiet days, and a good start.',
        CENTER,
      ),
      text('From 24 December to 2 January our office is closed. We answer your emails on 3 January.', {
        ...CENTER,
        fontSize: '14px',
      }),
      button('See what we did this year', NIGHT, { textAlign: 'center' }),
      spacer(12),
      imprint(),
    ],
  }),
}
