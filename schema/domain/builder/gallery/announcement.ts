import {
  button,
  divider,
  headline,
  imprint,
  INK,
  row,
  sheet,
  small,
  SOFT,
  spacer,
  text,
  type GalleryTemplate,
  heading,
} from './gallery-parts.ts'

export const announcement: GalleryTemplate = {
  id: 'announcement',
  name: 'Announcement',
  description: 'For a change: what changes, when, and what it means for the reader.',
  document: sheet({
    subject: 'From 1 July: our new address, and what it means for you',
    preheader: 'The short version: nothing changes in your contract.',
    globalStyles: { backgroundColor: '#f1f1ef', linkColor: '#7a4a00' },
    parts: [
      spacer(36),
      small('<b>ANNOUNCEMENT</b>', { color: '#7a4a00' }),
      heading(1, headline('We are moving, just around the corner', { fontSize: '34px' })),
      text(
        'Dear {firstName|customer}, after eleven years at Mill Lane we have outgrown our rooms. From <b>1 July</b>, you will find us in the brick building by the canal.',
      ),
      spacer(8),
      row(
        [
          [
            small('<b>UNTIL 30 JUNE</b>', { padding: '20px 16px 0px' }),
            text('<s>Mill Lane 3\n12345 City</s>', { padding: '2px 16px 20px', color: SOFT }),
          ],
          [
            small('<b>FROM 1 JULY</b>', { padding: '20px 16px 0px' }),
            text('<b>Canal Road 27\n12345 City</b>', { padding: '2px 16px 20px' }),
          ],
        ],
        { backgroundColor: '#faf5ea', padding: '0px 16px' },
      ),
      spacer(12),
      text(
        '<b>What stays:</b> phone numbers, email addresses, people, and your contract. <b>What changes:</b> post and parcels. Please note the new address for invoices dated 1 July or later.',
      ),
      text('<b>And on 3 July</b> we open our doors at four o’clock, with coffee and cake. Come and see where we work.'),
      button('Add to my calendar', INK),
      divider(),
      text('<b>Your name</b>\nManaging director, Your company', { fontSize: '15px' }),
      imprint(),
    ],
  }),
}
