import { expect, test } from 'vitest'
import { KitPage } from '../kit-page.ts'

const kit = new KitPage()

/** The dot and the arcs of the drawn mark as they are now: how clearly each is seen. */
const parts = () =>
  kit
    .region('Progress and skeletons')
    .locator('[aria-hidden] > svg > g > g')
    .evaluateAll((all) => all.map((arc) => Number(arc.getAttribute('opacity'))))

/** Run in the page: two frames later. */
const frames = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))'

test('the drawn mark is lit and still where less motion is asked for, and moves where it is not', async () => {
  await expect.poll(parts).toHaveLength(4)
  expect(await parts()).toEqual([1, 1, 1, 1])
  await kit.page.evaluate(frames)
  expect(await parts()).toEqual([1, 1, 1, 1])
  await kit.page.emulateMedia({ reducedMotion: 'no-preference' })
  const seen = new Set<string>()
  await expect
    .poll(async () => {
      seen.add(String(await parts()))
      return seen.size
    })
    .toBeGreaterThan(5)
  await kit.page.emulateMedia({ reducedMotion: 'reduce' })
  await expect.poll(parts).toEqual([1, 1, 1, 1])
})

test('where the moving mark can not be fetched its place is taken by one that stands still', async () => {
  await kit.open()
  const fetched = kit.page.waitForEvent('requestfailed', (request) => request.url().includes('/logo-animation-'))
  await kit.page.route('**/logo-animation-*.js', (route) => route.abort())
  await kit.page.reload()
  await fetched
  const place = kit.region('Progress and skeletons').locator('figure, div').filter({ hasText: 'First load' }).last()
  await expect.poll(() => place.locator('svg path').count()).toBe(3)
})

test('what plays the drawing comes from us alone', () => {
  expect(kit.complaints.filter((line) => !line.includes('ERR_FAILED'))).toEqual([])
})
