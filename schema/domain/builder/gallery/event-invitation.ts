import {
  band,
  button,
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

const GREEN = '#1f5c48'
const MINT = '#e8f1ec'

const item = (time: string, words: string): Part =>
  line(
    [
      [text(`<b>${time}</b>`, { padding: '6px 8px 0px 32px', color: GREEN })],
      [text(words, { padding: '6px 32px 6px 8px' })],
    ],
    {},
    [1, 3],
  )

export const eventInvitation: GalleryTemplate = {
  id: 'event-invitation',
  name: 'Event invitation',
  description: 'Date and place like a ticket, the program below, and a single reply button.',
  document: sheet({
    subject: 'For {firstName|You}: an invitation to an evening about making things last',
    preheader: 'Thursday, 18 June, 6 pm. Dinner is on us; 40 seats.',
    globalStyles: { backgroundColor: '#edf1ea', linkColor: GREEN },
    parts: [
      spacer(28),
      small('<b>AN INVITATION</b>', { textAlign: 'center', color: GREEN }),
      heading(1, headline('Made to last', { fontSize: '44px', textAlign: 'center', padding: '4px 32px 0px' })),
      text('An evening with people who repair, reuse and refuse to hurry', {
        textAlign: 'center',
        fontSize: '17px',
        color: SOFT,
        padding: '8px 56px 24px',
      }),
      line(
        [
          [
            small('THURSDAY', { color: '#bfe0d2', textAlign: 'center', padding: '24px 10px 0px' }),
            headline('18', {
              color: '#ffffff',
              fontSize: '56px',
              textAlign: 'center',
              padding: '0px 10px',
              lineHeight: '1.1',
            }),
            small('JUNE', { color: '#bfe0d2', textAlign: 'center', padding: '0px 10px 24px' }),
          ],
          [
            text('<b>6 pm to 9 pm</b>\nDoors open at 5.30 pm', { color: '#ffffff', padding: '24px 20px 4px' }),
            text('<b>The Old Post Office</b>\nHarbor Street 12, 2nd floor', {
              color: '#ffffff',
              padding: '8px 20px 24px',
            }),
          ],
        ],
        { backgroundColor: GREEN, padding: '0px 12px', verticalAlign: 'middle' },
        [1, 2],
      ),
      spacer(20),
      text(
        'Dear {firstName|friend},\n\nwe are bringing forty people around one long table, and we would love you to be one of them. No slides, good food, three short talks.',
      ),
      item('6.00', 'Welcome and a glass of something'),
      item('6.30', '<b>Three talks of ten minutes:</b> a watchmaker, an architect, a gardener'),
      item('7.30', 'Dinner, and time to talk'),
      spacer(12),
      button('Yes, I will be there', GREEN, { textAlign: 'center' }),
      small(
        'Please reply by 4 June. Bringing someone? <a href="mailto:you@example.com?subject=Two%20seats">Tell us</a>.',
        { textAlign: 'center' },
      ),
      spacer(16),
      band(MINT, [
        text(
          '<b>How to get there.</b> Tram 4 to Harbor Street, two minutes on foot. The entrance has no steps, and there is a lift.',
          { fontSize: '15px', padding: '20px 32px' },
        ),
      ]),
      imprint(),
    ],
  }),
}
