import {
  band,
  button,
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

const ROSE = '#a8325e'

const news = (title: string, words: string): readonly Part[] => [
  text(`<b>${title}</b>`, { padding: '16px 24px 0px' }),
  text(words, { fontSize: '15px', color: SOFT, padding: '2px 24px 16px' }),
]

export const weMissYou: GalleryTemplate = {
  id: 'we-miss-you',
  name: 'We miss you',
  description: 'For those who have been away for a while: what is new, a small gift, an easy way out.',
  document: sheet({
    subject: '{firstName|Hello}, it has been a while',
    preheader: 'What is new, ten euros to come back with, and an honest way out.',
    globalStyles: { backgroundColor: '#f7eef1', linkColor: ROSE },
    parts: [
      spacer(36),
      heading(1, headline('It has been a while, {firstName|friend}.', { fontSize: '38px', textAlign: 'center' })),
      text('We noticed, because things are quieter without you. In case you wondered what you missed:', {
        textAlign: 'center',
        padding: '4px 56px 16px',
        color: SOFT,
      }),
      row(
        [
          news('Lists that sort themselves', 'Tag people once, and the right ones get the right email.'),
          news('A phone app', 'Answer on the train. Everything is where you left it.'),
        ],
        { padding: '0px 8px' },
      ),
      band(ROSE, [
        small('<b>A LITTLE SOMETHING</b>', { color: '#f6d3df', textAlign: 'center', padding: '32px 32px 0px' }),
        heading(
          2,
          headline('€10 to come back with', { color: '#ffffff', textAlign: 'center', padding: '6px 32px 0px' }),
        ),
        button('Take me back', '#ffffff', { color: ROSE, textAlign: 'center', margin: '16px 32px 8px' }),
        small('Valid on any order until the end of {Month|the month}.', {
          color: '#f6d3df',
          textAlign: 'center',
          padding: '0px 32px 32px',
        }),
      ]),
      spacer(16),
      text(
        'Not for you? That is fine too. <a href="{unsubscribeUrl}">Say good-bye with one click</a>, and we will not write again.',
        { textAlign: 'center', fontSize: '15px', padding: '8px 56px' },
      ),
      imprint(),
    ],
  }),
}
