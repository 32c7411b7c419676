import { providerNames } from '#features/accounts/contract.ts'
import type { ProviderName } from '#platform/contract/sign-in.ts'

import { type Person, people } from './people.ts'

/** Returns the page on which a person agrees or declines. The form repeats the app's parameters. */
export function authorizationPage(provider: ProviderName, path: string, parameters: URLSearchParams): string {
  const hiddenFields = [...parameters].map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  )
  const name = providerNames[provider]
  return page(
    `Sign in with ${name}`,
    `<p>This simulates ${name}. All accounts are fictional. Choose one to sign in.</p>
<form action="${escaped(path)}">
${hiddenFields.join('\n')}
${people.map((person) => button(provider, person)).join('\n')}
<button name="person" value="" class="plain">Cancel</button>
</form>`,
  )
}

/** Returns a provider's page for an invalid request. */
export function refusalPage(why: string): string {
  return page('Invalid request', `<p>${escaped(why)}</p>`)
}

function button(provider: ProviderName, { key, name, login, email, isVerified }: Person): string {
  const address = isVerified ? email : `${email}, not verified`
  const label = provider === 'reddit' ? `u/${login}` : address
  return `<button name="person" value="${key}"><b>${escaped(name)}</b> ${escaped(label)}</button>`
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; color: #111827; max-width: 26rem; margin: 4rem auto; padding: 0 1rem }
h1 { font-size: 1.5rem }
form { display: grid; gap: .75rem }
button { font: inherit; color: inherit; background: #fff; border: 1px solid #9ca3af; border-radius: .5rem; padding: .75rem 1rem; text-align: left; cursor: pointer }
button b { display: block }
button.plain { border-color: transparent; text-align: center; text-decoration: underline }
</style>
<main><h1>${escaped(title)}</h1>
${body}
</main></html>`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
