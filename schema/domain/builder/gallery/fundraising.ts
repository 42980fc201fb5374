import { artPath } from '../built-in-pictures.ts'
import {
  band,
  button,
  heading,
  headline,
  icons,
  imprint,
  line,
  sheet,
  small,
  spacer,
  text,
  type GalleryTemplate,
} from './gallery-parts.ts'

const SEA = '#1f4f6b'
const TEAL = '#17697a'

export const fundraising: GalleryTemplate = {
  id: 'fundraising',
  name: 'Fundraising',
  description: 'A call for donations with a goal, and what a gift makes possible.',
  document: sheet({
    subject: '{firstName|Friends}, 38 % are still missing for the new boat',
    preheader: 'What we have, what is missing, and what 20 euros do.',
    globalStyles: { backgroundColor: '#e4eef2', linkColor: TEAL },
    parts: [
      {
        ...band(SEA, [
          spacer(130),
          heading(
            1,
            headline('Help us to put to sea again', { color: '#ffffff', textAlign: 'center', phoneFontSize: '26px' }),
          ),
          spacer(24),
        ]),
        background: artPath('sea'),
      },
      text(
        'Dear {firstName|friend}, our old boat will not pass another inspection. For the new one we need € 48,000, and you have already given € 29,800.',
        {
          padding: '28px 32px 12px',
        },
      ),
      line(
        [
          [text('<b>62 %</b>', { color: '#ffffff', textAlign: 'center', padding: '8px', backgroundColor: TEAL })],
          [text('38 % missing', { textAlign: 'center', padding: '8px', fontSize: '14px', backgroundColor: '#d3e2e7' })],
        ],
        { padding: '0px 32px' },
        [62, 38].map((share) => share / 10),
      ),
      text(
        '<ul><li><b>€ 20</b> pay for a life jacket</li><li><b>€ 90</b> for a day of training</li><li><b>€ 400</b> for the radio</li></ul>',
        {
          padding: '20px 32px 8px',
        },
      ),
      button('Give now', TEAL, { textAlign: 'center' }),
      small('You get a receipt for the tax office in January.', { textAlign: 'center' }),
      icons(['facebook', 'mastodon', 'email']),
      imprint(),
    ],
  }),
}
