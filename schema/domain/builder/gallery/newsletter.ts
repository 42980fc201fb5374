import {
  band,
  button,
  divider,
  headline,
  imprint,
  INK,
  row,
  sheet,
  small,
  social,
  spacer,
  text,
  VERMILION,
  type GalleryTemplate,
  heading,
} from './gallery-parts.ts'

export const newsletter: GalleryTemplate = {
  id: 'newsletter',
  name: 'Newsletter',
  description: 'A lead story, two short pieces and a date to save: once a week or once a month.',
  document: sheet({
    subject: 'This month: one idea, two short reads and a date',
    preheader: 'Three minutes to catch up on what we have been working on.',
    parts: [
      band(INK, [
        small('MONTHLY LETTER · NO. 12', { color: '#c9cdd8', padding: '28px 32px 0px' }),
        heading(1, headline('The Long View', { color: '#ffffff', fontSize: '40px', padding: '4px 32px 32px' })),
      ]),
      spacer(20),
      text(
        'Hello {firstName|there},\n\nthis month we looked at how small teams decide what to leave out. Here is what we found, and what you can try on Monday.',
      ),
      divider(),
      small('<b>LEAD STORY</b>', { color: VERMILION, padding: '4px 32px 0px' }),
      heading(2, headline('Fewer projects, finished sooner', { fontSize: '28px' })),
      text(
        'We asked forty teams what changed when they halved the number of things they worked on. Nearly all of them shipped more, not less. The surprising part is <b>why</b>.',
      ),
      button('Read the story', VERMILION),
      divider(),
      row(
        [
          [
            heading(2, headline('The weekly review', { fontSize: '20px', padding: '8px 16px 0px' })),
            text(
              'Four questions that take ten minutes and save a meeting. <a href="https://example.com/review">Try them</a>',
              { fontSize: '15px', padding: '6px 16px 12px' },
            ),
          ],
          [
            heading(2, headline('A kinder “no”', { fontSize: '20px', padding: '8px 16px 0px' })),
            text(
              'Three sentences for turning work down without closing the door. <a href="https://example.com/no">Copy them</a>',
              { fontSize: '15px', padding: '6px 16px 12px' },
            ),
          ],
        ],
        { padding: '0px 16px' },
      ),
      spacer(12),
      band('#f1ece0', [
        small('<b>SAVE THE DATE</b>', { padding: '24px 32px 0px' }),
        text(
          '<b>Thursday, 14 May, 5 pm:</b> open office hour. Bring one project you would like to drop. <a href="https://example.com/hour">Add it to my calendar</a>',
          { padding: '4px 32px 24px' },
        ),
      ]),
      spacer(16),
      text('Until next month\n<b>Your name</b>'),
      spacer(8),
      social(['website', 'linkedin', 'instagram']),
      imprint(),
    ],
  }),
}
