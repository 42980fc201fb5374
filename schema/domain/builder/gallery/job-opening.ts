import {
  button,
  divider,
  heading,
  headline,
  imprint,
  menu,
  picture,
  row,
  sheet,
  small,
  text,
  type GalleryTemplate,
} from './gallery-parts.ts'

const RUST = '#9c4a1f'

export const jobOpening: GalleryTemplate = {
  id: 'job-opening',
  name: 'Job opening',
  description: 'A vacancy to pass on: the work, what we offer, and how to apply.',
  document: sheet({
    subject: 'We are looking for a bookkeeper. Do you know somebody, {firstName|}?',
    preheader: 'Four days a week, from September.',
    globalStyles: { backgroundColor: '#efe3cf', linkColor: RUST },
    parts: [
      menu(['About us', 'All jobs', 'Contact']),
      picture('desk', 'A desk with a laptop, a plant and a cup'),
      heading(1, headline('Bookkeeper wanted', { padding: '28px 32px 0px' })),
      small('<b>4 DAYS A WEEK · FROM SEPTEMBER · PARTLY FROM HOME</b>', { color: RUST }),
      text(
        'Hello {firstName|there}, we are eleven people, and the twelfth should like figures. Perhaps it is you, or somebody you know.',
      ),
      row(
        [
          [
            heading(2, text('<b>The work</b>', { padding: '8px 16px 0px', fontSize: '18px' })),
            text(
              '<ul><li>Invoices and payments</li><li>Monthly reports</li><li>Help with the annual accounts</li></ul>',
              {
                padding: '4px 16px 8px',
              },
            ),
          ],
          [
            heading(2, text('<b>What we offer</b>', { padding: '8px 16px 0px', fontSize: '18px' })),
            text('<ul><li>30 days of holiday</li><li>A quiet desk</li><li>Lunch together</li></ul>', {
              padding: '4px 16px 8px',
            }),
          ],
        ],
        { padding: '0px 16px' },
      ),
      button('Read the whole advertisement', RUST),
      divider(),
      text('Questions? Reply to this email, and I will call you back.\nYour name', { fontSize: '15px' }),
      imprint(),
    ],
  }),
}
