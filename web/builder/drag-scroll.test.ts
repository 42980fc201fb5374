import { expect, test } from 'vitest'
import { scrollStep } from './drag-scroll.ts'

test('dragging a block scrolls the canvas only near its edge, faster the nearer, and at most 28 px per frame', () => {
  const steps = [100, 118, 136, 171, 172, 400, 628, 629, 664, 700].map((at) => scrollStep(at, 100, 700))
  expect(steps).toEqual([-28, -16, -7, -1, 0, 0, 0, 1, 7, 28])
  expect(scrollStep(900, 100, 700)).toBe(28)
})

test('dragging a block in the middle of a small canvas does not scroll it', () => {
  expect([0, 20, 50, 80, 100].map((at) => scrollStep(at, 0, 100))).toEqual([-28, 0, 0, 0, 28])
  expect(scrollStep(5, 10, 10)).toBe(0)
})
