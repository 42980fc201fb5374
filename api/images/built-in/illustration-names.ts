/** The drawings of the starters, 560 by 240 units. */

const INK = '#1d2433'

const svg = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1120" height="480" viewBox="0 0 560 240">${inside}</svg>`
const rect = (x: number, y: number, width: number, height: number, fill: string, rx = 0) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${rx}" fill="${fill}"/>`
const disc = (x: number, y: number, r: number, fill: string) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`
const shape = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`
const line = (d: string, stroke: string, width = 3) =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`
const times = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => draw(index)).join('')
const tree = (x: number, y: number, size: number, fill: string) =>
  rect(x - 3, y, 6, size * 0.5, '#6b4a32') + disc(x, y - size * 0.3, size * 0.5, fill)
const pane = (x: number, y: number, fill = '#ffe9a8') =>
  rect(x, y, 22, 28, fill, 3) + line(`M${x + 11} ${y}v28 M${x} ${y + 14}h22`, INK, 1.5)
const cup = (x: number, y: number, fill: string) =>
  shape(`M${x} ${y}h46l-5 40a8 8 0 0 1-8 7h-20a8 8 0 0 1-8-7z`, fill) +
  line(`M${x + 44} ${y + 8}c18-2 18 24-4 22`, fill, 5)

const openDay =
  rect(0, 0, 560, 240, '#dcebf2') +
  disc(470, 60, 28, '#ffd24a') +
  shape('M0 190c120-30 260-20 560 0v50H0z', '#9cc48d') +
  rect(180, 92, 200, 108, '#f6f3ec') +
  shape('M165 96L280 40l115 56z', '#b83a24') +
  times(4, (at) => pane(196 + at * 46 + (at > 1 ? 8 : 0), 112)) +
  rect(262, 148, 36, 52, INK, 3) +
  disc(291, 176, 2.5, '#ffd24a') +
  tree(120, 168, 60, '#5f9a5a') +
  tree(446, 172, 52, '#4c8a58') +
  line('M30 46Q155 104 280 46Q405 104 530 46', INK, 1.5) +
  times(12, (at) => {
    const t = ((at % 6) + 0.5) / 6
    const x = (at < 6 ? 30 : 280) + 250 * t
    const y = 46 + 116 * t * (1 - t)
    return shape(`M${x - 11} ${y}h22l-11 20z`, ['#b83a24', '#ffd24a', '#2f6f8f'][at % 3] ?? INK)
  })

const webinar =
  rect(0, 0, 560, 240, '#26324a') +
  rect(130, 28, 300, 172, '#101623', 10) +
  rect(142, 40, 276, 148, '#f6f3ec', 4) +
  rect(240, 200, 80, 10, '#101623') +
  rect(200, 210, 160, 8, '#101623', 4) +
  times(3, (at) => {
    const x = 152 + at * 90
    const skin = ['#e8b98f', '#8a5a3c', '#f0cfae'][at] ?? '#e8b98f'
    const shirt = ['#b83a24', '#2f6f8f', '#d9a521'][at] ?? INK
    return (
      rect(x, 50, 82, 88, ['#dcebf2', '#efe3cf', '#dfe8d6'][at] ?? '#fff', 4) +
      shape(`M${x + 14} 138c0-34 54-34 54 0z`, shirt) +
      disc(x + 41, 92, 17, skin) +
      shape(`M${x + 24} 90c0-26 34-26 34 0c-8-8-24-10-34 0z`, ['#3b2a20', '#17181c', '#b06a3a'][at] ?? INK)
    )
  }) +
  rect(152, 148, 262, 6, '#d5d9e0', 3) +
  rect(152, 148, 120, 6, '#b83a24', 3) +
  disc(272, 151, 7, '#b83a24') +
  times(3, (at) => rect(152 + at * 40, 164, 30, 10, '#d5d9e0', 5))

const greetings =
  rect(0, 0, 560, 240, '#16324a') +
  times(46, (at) => disc((at * 137) % 560, (at * 71) % 190, 1.2 + (at % 3), '#ffffff')) +
  disc(452, 58, 30, '#f6efd6') +
  shape('M0 196c140-40 300-26 560-8v52H0z', '#eef4f8') +
  times(5, (at) => {
    const x = 70 + at * 96 + (at % 2) * 22
    const y = 196 - (at % 3) * 8
    return [0, 1, 2]
      .map((step) =>
        shape(
          `M${x - 34 + step * 7} ${y - step * 30}h${68 - step * 14}L${x} ${y - 52 - step * 30}z`,
          ['#2c6b57', '#35806a', '#46967d'][step] ?? INK,
        ),
      )
      .join('')
  }) +
  rect(248, 150, 84, 52, '#8a4b2f') +
  shape('M238 154l52-40l52 40z', '#eef4f8') +
  rect(280, 168, 20, 34, '#4d2a1a') +
  rect(258, 164, 14, 14, '#ffd24a') +
  rect(308, 164, 14, 14, '#ffd24a')

const desk =
  rect(0, 0, 560, 240, '#efe3cf') +
  rect(0, 178, 560, 62, '#c79a6b') +
  rect(196, 70, 168, 100, INK, 6) +
  rect(204, 78, 152, 84, '#dcebf2') +
  line('M218 100h70 M218 114h96 M218 128h54', '#2f6f8f', 4) +
  shape('M180 178l16-8h168l16 8z', '#4a5568') +
  cup(416, 132, '#b83a24') +
  line('M430 122c-4-8 6-10 2-20 M444 122c-4-8 6-10 2-20', '#ffffff', 3) +
  rect(96, 118, 50, 60, '#2f6f8f', 3) +
  line('M108 118c-8-40-30-40-34-62 M121 118c0-40 0-46 4-70 M134 118c8-36 24-36 30-52', '#4c8a58', 5) +
  times(3, (at) => disc(74 + at * 48, 54 - (at % 2) * 10, 12, '#5f9a5a'))

const field =
  rect(0, 0, 560, 240, '#bfe0ee') +
  shape('M0 110c120-34 220-10 300-24s180-18 260 8v146H0z', '#7fb36b') +
  shape('M60 240L230 120h100l170 120z', '#8fc27a') +
  line('M280 120v120 M145 180h270', '#ffffff', 3) +
  `<ellipse cx="280" cy="180" rx="46" ry="20" fill="none" stroke="#ffffff" stroke-width="3"/>` +
  line('M246 120v-26h68v26', '#ffffff', 4) +
  disc(350, 196, 17, '#ffffff') +
  shape('M350 187l8 6l-3 9h-10l-3-9z', INK) +
  tree(70, 106, 46, '#4c8a58') +
  tree(486, 98, 54, '#5f9a5a') +
  disc(110, 44, 20, '#ffffff') +
  disc(134, 40, 26, '#ffffff') +
  disc(160, 46, 18, '#ffffff')

const workshop =
  rect(0, 0, 560, 240, '#f3d9c6') +
  rect(0, 186, 560, 54, '#9a6a44') +
  times(3, (at) => rect(66 + at * 160, 40, 110, 8, '#9a6a44', 2)) +
  times(6, (at) =>
    rect(
      78 + Math.floor(at / 2) * 160 + (at % 2) * 46,
      14 + (at % 3) * 4,
      24,
      26 - (at % 3) * 4,
      ['#2f6f8f', '#b83a24', '#d9a521', '#4c8a58'][at % 4] ?? INK,
      3,
    ),
  ) +
  shape('M200 186l14-74h54l14 74z', '#2f6f8f') +
  shape('M214 112c0-18 54-18 54 0z', '#3f86a8') +
  line('M222 132h38 M219 152h44', '#dcebf2', 4) +
  rect(330, 110, 14, 76, '#c79a6b', 4) +
  rect(312, 92, 50, 24, '#4a5568', 4) +
  line('M420 186l-26-84 M420 186l4-90 M420 186l34-80', '#6b4a32', 5) +
  shape('M386 96l12-20l10 24z', '#b83a24') +
  shape('M418 92l6-22l8 22z', '#d9a521') +
  shape('M448 104l14-18l4 24z', '#4c8a58') +
  rect(398, 150, 46, 36, '#f6f3ec', 4)

const sea =
  rect(0, 0, 560, 240, '#1f4f6b') +
  rect(0, 0, 560, 112, '#f2b48a') +
  disc(280, 112, 44, '#ffd9a0') +
  rect(0, 112, 560, 128, '#1f4f6b') +
  times(7, (at) => line(`M${210 + (at % 2) * 18} ${126 + at * 14}h${140 - at * 12}`, '#f2b48a', 3)) +
  shape('M120 138h84l-14 24h-56z', '#8a3b2a') +
  line('M160 138V64', '#3b2a20', 4) +
  shape('M164 68l40 60h-40z', '#f6f3ec') +
  shape('M156 76l-28 52h28z', '#efe3cf') +
  times(5, (at) => line(`M${20 + at * 112} ${196 + (at % 2) * 14}q14-10 28 0t28 0`, '#3f86a8', 3)) +
  times(3, (at) => line(`M${380 + at * 44} ${40 + at * 10}q8-8 12 0q6-8 14 0`, INK, 2.5))

const calendar =
  rect(0, 0, 560, 240, '#dfe8d6') +
  rect(190, 40, 180, 164, '#ffffff', 12) +
  shape('M190 52a12 12 0 0 1 12-12h156a12 12 0 0 1 12 12v30H190z', '#b83a24') +
  rect(226, 28, 10, 28, INK, 5) +
  rect(324, 28, 10, 28, INK, 5) +
  times(20, (at) =>
    rect(208 + (at % 5) * 30, 96 + Math.floor(at / 5) * 25, 20, 16, at === 12 ? '#b83a24' : '#e4dfd3', 3),
  ) +
  line('M273 154l4 4l8-9', '#ffffff', 3) +
  disc(440, 150, 44, '#ffffff') +
  line('M440 122v28l18 12', INK, 5) +
  times(12, (at) => disc(440 + Math.cos((at * Math.PI) / 6) * 36, 150 + Math.sin((at * Math.PI) / 6) * 36, 2, INK)) +
  tree(104, 176, 64, '#5f9a5a')

const shop =
  rect(0, 0, 560, 240, '#f7e6d8') +
  rect(90, 70, 380, 134, '#ffffff') +
  times(8, (at) => shape(`M${80 + at * 50} 46h50v34a25 18 0 0 1-50 0z`, at % 2 ? '#ffffff' : '#b83a24')) +
  rect(112, 108, 96, 70, '#dcebf2', 3) +
  rect(352, 108, 96, 70, '#dcebf2', 3) +
  rect(244, 108, 72, 96, INK, 3) +
  disc(304, 158, 3, '#ffd24a') +
  shape('M130 178l6-40h22l6 40z', '#2f6f8f') +
  disc(184, 158, 19, '#d9a521') +
  shape('M366 178v-44l22-12l22 12v44z', '#4c8a58') +
  rect(418, 146, 22, 32, '#b83a24', 3) +
  rect(0, 204, 560, 36, '#d9b99b')

const bills =
  rect(0, 0, 560, 240, '#e6e3f1') +
  `<g transform="rotate(-7 230 120)">${rect(150, 26, 150, 196, '#ffffff', 6)}${times(5, (at) => rect(170, 82 + at * 20, at === 4 ? 110 : 74, 7, '#d5d9e0', 3) + rect(256, 82 + at * 20, at === 4 ? 0 : 26, 7, '#b9bfd0', 3))}${rect(170, 46, 60, 16, '#5a5be0', 3)}${rect(226, 192, 54, 14, '#1d2433', 3)}</g>` +
  `<g transform="rotate(9 350 140)">${rect(292, 84, 150, 94, '#2f6f8f', 10)}${rect(292, 104, 150, 18, INK)}${rect(306, 136, 44, 10, '#dcebf2', 3)}${disc(416, 156, 10, '#ffd24a')}${disc(404, 156, 10, '#b83a24')}</g>` +
  times(3, (at) => disc(96 - at * 4, 206 - at * 12, 26 - at * 2, at % 2 ? '#e0b33a' : '#d9a521'))

/** Every drawing: file name without its ending → SVG. */
export const ART: ReadonlyMap<string, string> = new Map(
  Object.entries({ 'open-day': openDay, webinar, greetings, desk, field, workshop, sea, calendar, shop, bills }).map(
    ([name, inside]) => [`art-${name}`, svg(inside)],
  ),
)
