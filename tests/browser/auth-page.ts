import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { openChromium } from './chromium.ts'
import { startFile } from './people.ts'
import { sharedServer, type TestServer } from './test-server.ts'
import { beforeSecondTry } from './tries.ts'

/** A visitor's browser on the sign-in pages, renewed for each test. */
export class AuthPage {
  server!: TestServer
  page!: Page
  #browser!: Browser

  /** Starts the product and a browser for the tests of this file. */
  constructor() {
    beforeAll(async () => {
      this.server = await sharedServer()
      this.#browser = await openChromium()
    })
    beforeSecondTry(async () => startFile())
    beforeEach(async () => {
      this.page = await this.visitor()
    })
    afterEach(() => Promise.all(this.#browser.contexts().map((context) => context.close())))
    afterAll(async () => {
      await this.#browser?.close()
      await this.server?.stop()
    })
  }

  /** Returns a page in a separate browser. */
  async visitor(width = 1440): Promise<Page> {
    const context = await this.#browser.newContext({ viewport: { width, height: 900 } })
    return context.newPage()
  }

  goto(path: string, page = this.page) {
    return page.goto(`${this.server.address}${path}`)
  }

  email(page = this.page) {
    return page.getByLabel('Email')
  }

  password(label = 'Password') {
    return this.page.getByLabel(label, { exact: true })
  }

  button(name: string, page = this.page) {
    return page.getByRole('button', { name, exact: true })
  }

  heading(name: string, page = this.page) {
    return page.getByRole('heading', { level: 1, name, exact: true })
  }

  fault(text: string | RegExp) {
    return this.page.getByRole('alert').filter({ hasText: text })
  }

  /** Creates an account through the API. Returns its credentials and request headers. */
  async account(email: string, password: string) {
    const registered = await this.post('/api/auth/local/register', { email, password })
    const { jwt } = (await registered.json()) as { jwt: string }
    return { email, password, headers: { authorization: `Bearer ${jwt}` } }
  }

  post(path: string, body: object, headers: Record<string, string> = {}) {
    return fetch(`${this.server.address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  }
}
