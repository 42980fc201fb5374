import {
  button,
  heading,
  headline,
  imprint,
  picture,
  row,
  sheet,
  small,
  text,
  type GalleryTemplate,
} from './gallery-parts.ts'

const OLIVE = '#56702c'

export const appointment: GalleryTemplate = {
  id: 'appointment',
  name: 'Appointment reminder',
  description: 'Date, time and place of an appointment, and how to move it.',
  document: sheet({
    subject: 'Your appointment on {Date|Tuesday, 9 June}',
    preheader: 'Time, place, and what to bring.',
    globalStyles: { backgroundColor: '#dfe8d6', linkColor: OLIVE, maxWidth: '540px' },
    parts: [
      picture('calendar', 'A calendar with a marked day, and a clock', { hideOn: 'phone' }),
      heading(1, headline('See you soon, {firstName|}', { textAlign: 'center', padding: '28px 32px 8px' })),
      text('<b>{Date|Tuesday, 9 June}</b>\n{Time|10.30 am}\n{Place|Mill Lane 3, first floor}', {
        textAlign: 'center',
        fontSize: '18px',
        borderWidth: '2px',
        borderColor: OLIVE,
        padding: '18px',
        margin: '8px 32px',
      }),
      row(
        [
          [button('Confirm', OLIVE, { textAlign: 'center', margin: '12px' })],
          [button('Choose another time', '#6b6f63', { textAlign: 'center', margin: '12px' })],
        ],
        { padding: '0px 20px' },
      ),
      text('Please bring your documents, and come five minutes early.', { textAlign: 'center', fontSize: '15px' }),
      small('You cannot come? Tell us by 8 June, so that somebody else can have your time.', { textAlign: 'center' }),
      imprint(),
    ],
  }),
}
