import {
  band,
  button,
  heading,
  headline,
  icons,
  imprint,
  row,
  sheet,
  small,
  spacer,
  text,
  video,
  type GalleryTemplate,
  type Part,
} from './gallery-parts.ts'

const NIGHT = '#26324a'
const speaker = (name: string, role: string): readonly Part[] => [
  text(`<b>${name}</b>\n${role}`, { textAlign: 'center', padding: '12px', fontSize: '15px' }),
]

export const webinar: GalleryTemplate = {
  id: 'webinar',
  name: 'Webinar',
  description: 'An invitation to an online talk, with a trailer and its speakers.',
  document: sheet({
    subject: 'Online on 9 July: how small teams write better emails',
    preheader: '45 minutes, free of charge, with time for your questions.',
    globalStyles: { backgroundColor: '#eef1f6', linkColor: NIGHT },
    parts: [
      band(NIGHT, [
        small('<b>FREE WEBINAR · 9 JULY · 3 PM</b>', {
          color: '#c9d3e6',
          textAlign: 'center',
          padding: '28px 32px 0px',
        }),
        heading(
          1,
          headline('How small teams write better emails', {
            color: '#ffffff',
            textAlign: 'center',
            phoneFontSize: '26px',
          }),
        ),
        video('webinar', 'Watch the trailer'),
        spacer(16),
      ]),
      text('Hi {firstName|there}, three people who write to thousands tell what works for them, and what does not.', {
        padding: '24px 32px 8px',
      }),
      row([
        speaker('Ada Example', 'Club newsletter'),
        speaker('Ben Example', 'Online shop'),
        speaker('Cleo Example', 'Law firm'),
      ]),
      button('Save my seat', NIGHT, { textAlign: 'center' }),
      small('You cannot make it? Register, and we will send you the recording on 10 July.', { textAlign: 'center' }),
      icons(['linkedin', 'youtube', 'website']),
      imprint(),
    ],
  }),
}
