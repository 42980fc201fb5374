import { expect, test } from 'vitest'
import { cropOf, startingCrop } from './crop-rules.ts'

test('cropping an image starts with the largest part of the chosen proportions, in the middle', () => {
  expect(startingCrop(undefined, 1.5)).toMatchObject({ x: 5, y: 5, width: 90, height: 90 })
  expect(startingCrop(1, 2)).toMatchObject({ x: 25, y: 0, width: 50, height: 100 })
  expect(startingCrop(2, 1)).toMatchObject({ x: 0, y: 25, width: 100, height: 50 })
})

test.each([
  [
    { x: 25, y: 0, width: 50, height: 100 },
    { left: 100, top: 0, width: 200, height: 300 },
  ],
  [
    { x: 99.99, y: 99.99, width: 20, height: 0 },
    { left: 399, top: 299, width: 1, height: 1 },
  ],
  [
    { x: 50.2, y: 0.1, width: 49.9, height: 100 },
    { left: 201, top: 0, width: 199, height: 300 },
  ],
])('cropping an image by %j results in whole pixels inside the image', (part, crop) => {
  expect(cropOf({ unit: '%', ...part }, { width: 400, height: 300 })).toEqual(crop)
})
