import { expect, test } from 'vitest'
import { AuthPage } from '../auth-page.ts'

const at = new AuthPage()

/** A script that runs in the page first: it measures the time from a field's appearance to its first focus. */
const watchFocus = `
  window.waits = []
  const came = new WeakMap()
  new MutationObserver((records) => {
    for (const { addedNodes } of records) for (const node of addedNodes)
      for (const field of node.querySelectorAll?.('input') ?? []) came.set(field, performance.now())
  }).observe(document, { childList: true, subtree: true })
  addEventListener('focusin', ({ target }) => {
    if (came.has(target)) waits.push(performance.now() - came.get(target))
  })`

const waits = () => at.page.evaluate<number[]>('waits')

test.each(['/auth/login', '/auth/signup', '/auth/reset-password'])(
  'the first field of %s gets the focus a tenth of a second after it appears',
  async (path) => {
    await at.page.addInitScript(watchFocus)
    await at.goto(path)
    await expect.poll(() => at.page.evaluate('document.activeElement.type')).toMatch(/^(email|text)$/)
    const [wait, ...others] = await waits()
    expect(others).toEqual([])
    // The timer of the field starts during rendering, before the observer sees the field: on a busy machine, 20 ms before.
    expect(wait).toBeGreaterThan(75)
  },
)

test('autofocus never moves the focus away from another field', async () => {
  await at.page.addInitScript(`addEventListener('DOMContentLoaded', () =>
    new MutationObserver((_, observer) => {
      const password = document.querySelector('input[type=password]')
      if (!password) return
      observer.disconnect()
      password.focus()
      setTimeout(() => (document.body.dataset.late = document.activeElement.type), 200)
    }).observe(document, { childList: true, subtree: true }))`)
  await at.goto('/auth/login')
  await expect.poll(() => at.page.evaluate('document.body.dataset.late')).toBe('password')
})
