import { expect, test } from 'vitest'
import { KitPage } from '../kit-page.ts'

const kit = new KitPage()

/** Returns the opacity of the dot and of each arc of the animated logo. */
const parts = () =>
  kit
    .region('Progress and skeletons')
    .locator('[aria-hidden] > svg > g > g')
    .evaluateAll((all) => all.map((arc) => Number(arc.getAttribute('opacity'))))

/** An expression for the page that resolves after two frames. */
const frames = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))'

test('the animated logo stands still under reduced motion and moves otherwise', async () => {
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

test("a static logo replaces the animated one if its script can't be fetched", async () => {
  const fetched = kit.page.waitForEvent('requestfailed', (request) => request.url().includes('/logo-animation-'))
  await kit.page.route('**/logo-animation-*.js', (route) => route.abort())
  await kit.page.reload()
  await fetched
  const place = kit.region('Progress and skeletons').locator('figure, div').filter({ hasText: 'First load' }).last()
  await expect.poll(() => place.locator('svg path').count()).toBe(3)
})

test("the logo's scripts come from Earshot's own host", () => {
  expect(kit.complaints.filter((line) => !line.includes('ERR_FAILED'))).toEqual([])
})
