import {
  button,
  divider,
  heading,
  headline,
  icons,
  imprint,
  line,
  menu,
  picture,
  row,
  sheet,
  small,
  table,
  text,
  type GalleryTemplate,
} from './gallery-parts.ts'

const GREEN = '#3c7a46'

export const clubNews: GalleryTemplate = {
  id: 'club-news',
  name: 'Club news',
  description: 'Results, dates and thanks: what members of a club want to know.',
  document: sheet({
    subject: 'Club news: we won, and the summer party is on 4 July',
    preheader: 'Results, dates and who helps at the stand.',
    globalStyles: { backgroundColor: '#e3efdc', linkColor: GREEN },
    parts: [
      line(
        [
          [headline('Club news', { color: '#ffffff', fontSize: '24px', padding: '16px 8px 16px 32px' })],
          [small('June', { color: '#ffffff', textAlign: 'right', padding: '16px 32px 16px 8px' })],
        ],
        { verticalAlign: 'middle', backgroundColor: GREEN },
      ),
      menu(['Dates', 'Teams', 'Become a member'], { hideOn: 'phone' }),
      picture('field', 'A football pitch between green hills'),
      heading(1, headline('3 : 1 in the last match of the season', { padding: '24px 32px 0px' })),
      text(
        'Hello {firstName|everyone}, what a Sunday. Two goals in the last ten minutes, and a pitch full of children afterwards.',
      ),
      button('See the pictures', GREEN),
      divider(),
      heading(2, headline('Dates', { fontSize: '22px' })),
      table([
        ['Date', 'What'],
        ['20 June', 'Training for beginners'],
        ['4 July', 'Summer party'],
        ['18 July', 'General meeting'],
      ]),
      row(
        [
          [text('<b>Thank you</b>\nTo all who painted the clubhouse in May.', { padding: '8px 16px' })],
          [text('<b>We need you</b>\nTwo people for the cake stand on 4 July.', { padding: '8px 16px' })],
        ],
        { padding: '0px 16px' },
      ),
      icons(['instagram', 'facebook', 'whatsapp']),
      imprint(),
    ],
  }),
}
