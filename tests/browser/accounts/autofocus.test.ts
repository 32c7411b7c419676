import { expect, test } from 'vitest'
import { AuthPage } from '../auth-page.ts'

const at = new AuthPage()

/** A script that runs in the page first: it records the delay of the timers that focus a field, if any did. */
const watchFocus = `
  window.waits = []
  let running = null
  const start = window.setTimeout
  window.setTimeout = (run, ms = 0, ...more) => {
    // One that another one starts adds its delay.
    const delay = (running ?? 0) + ms
    return start(() => {
      running = delay
      try { run(...more) } finally { running = null }
    }, ms)
  }
  addEventListener('focusin', () => waits.push(running))`

test('the first field of each page gets the focus by a timer of 100 ms, and the page has the notification area', async () => {
  await at.page.addInitScript(watchFocus)
  for (const path of ['/auth/login', '/auth/signup', '/auth/reset-password']) {
    await at.goto(path)
    await expect.poll(() => at.page.evaluate('document.activeElement.type')).toMatch(/^(email|text)$/)
    expect([path, await at.page.evaluate('waits')]).toEqual([path, [100]])
    await at.page.getByRole('region', { name: 'Notifications' }).waitFor({ state: 'attached' })
  }
})

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
