import {
  band,
  divider,
  headline,
  imprint,
  row,
  sheet,
  small,
  SOFT,
  spacer,
  text,
  type GalleryTemplate,
  type Part,
  heading,
} from './gallery-parts.ts'

const PLUM = '#6a2c70'

const score = (number: number): string => `<a href="https://example.com/survey?score=${number}">${number}</a>`
const answer = (label: string, value: string): readonly Part[] => [
  {
    type: 'button',
    content: label,
    link: `https://example.com/survey?next=${value}`,
    styles: {
      backgroundColor: '#ffffff',
      color: PLUM,
      padding: '12px 14px',
      borderRadius: '6px',
      textAlign: 'center',
      fontSize: '15px',
      fontWeight: 'bold',
      margin: '6px 8px',
    },
  },
]

export const survey: GalleryTemplate = {
  id: 'survey',
  name: 'Survey',
  description: 'Two questions that people answer right in the email, with one click each.',
  document: sheet({
    subject: 'Two clicks, {firstName|please}: how did we do?',
    preheader: 'Each answer is one click. It takes ten seconds.',
    globalStyles: { backgroundColor: '#f3eef4', linkColor: PLUM },
    parts: [
      spacer(28),
      heading(1, headline('How did we do?', { textAlign: 'center', fontSize: '38px' })),
      text(
        'Hi {firstName|there}, two questions, two clicks. We read every answer and will tell you in a month what came of it.',
        { textAlign: 'center', padding: '4px 56px 16px', color: SOFT },
      ),
      band('#f8f3f9', [
        heading(
          2,
          text('<b>1. How likely are you to recommend us to a colleague?</b>', {
            textAlign: 'center',
            padding: '28px 32px 4px',
          }),
        ),
        text([1, 2, 3, 4, 5].map(score).join('     '), {
          textAlign: 'center',
          fontFamily: 'Georgia, serif',
          fontSize: '34px',
          padding: '8px 16px',
        }),
        small('1 = not at all · 5 = very likely', { textAlign: 'center', padding: '0px 32px 28px' }),
      ]),
      spacer(12),
      band(PLUM, [
        heading(
          2,
          text('<b>2. What should we do next?</b>', {
            textAlign: 'center',
            color: '#ffffff',
            padding: '28px 32px 8px',
          }),
        ),
      ]),
      row([answer('Be faster', 'faster'), answer('Be cheaper', 'cheaper'), answer('Do more', 'more')], {
        backgroundColor: PLUM,
        padding: '0px 16px 28px',
      }),
      spacer(12),
      text('Prefer to tell us in your own words? Reply to this email; we will read it today.', {
        textAlign: 'center',
        padding: '8px 56px',
      }),
      divider(),
      imprint({ padding: '0px 32px 28px' }),
    ],
  }),
}
