import {
  button,
  heading,
  headline,
  imprint,
  picture,
  sheet,
  small,
  table,
  text,
  type GalleryTemplate,
} from './gallery-parts.ts'

const BLUE = '#2f6f8f'

export const openDay: GalleryTemplate = {
  id: 'open-day',
  name: 'Open day',
  description: 'A school or a club opens its doors: what happens when, and where.',
  document: sheet({
    subject: 'Come and see us on 20 June, {firstName|and bring a friend}',
    preheader: 'Doors open at 10. The program is inside.',
    globalStyles: { backgroundColor: '#dcebf2', linkColor: BLUE },
    parts: [
      picture('open-day', 'A house with flags in front of it'),
      heading(1, headline('Our doors are open on Saturday, 20 June', { padding: '28px 32px 4px' })),
      text('Hello {firstName|there}, come and see what we do, meet the people who do it, and try it yourself.'),
      table([
        ['When', 'What', 'Where'],
        ['10.00', 'Welcome and coffee', 'Main hall'],
        ['11.00', 'Guided tour', 'Entrance'],
        ['13.00', 'Lunch', 'Garden'],
        ['15.00', 'Questions and answers', 'Room 2'],
      ]),
      button('Tell us that you are coming', BLUE, { phonePadding: '14px 16px' }),
      small('Mill Lane 3, 12345 City. The entrance has no steps. Parking is behind the house.'),
      imprint(),
    ],
  }),
}
