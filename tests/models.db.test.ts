import { Sandbox } from '@earshot/contract/sandbox'
import { WebsiteProfile } from '@earshot/contract/website'
import { expect, test } from 'vitest'
import { freePort } from './program.ts'
import { Programs } from './programs.ts'

const programs = new Programs()

const sandboxes = {
  LLM_BASE_URL: 'sandbox',
  LLM_MODEL: 'any',
  EMBEDDING_URL: 'sandbox',
  EMBEDDING_MODEL: 'any',
}

test('the word sandbox stands for the models of the sandbox', async () => {
  const port = await freePort()
  const program = programs.start('server/main.ts', [], { PORT: String(port), ...sandboxes })
  await program.line(/Earshot is at/)
  const api = `http://localhost:${port}/api`
  const { embeddings, chatModel } = Sandbox.parse(await (await fetch(`${api}/sandbox`)).json())
  const asked = await fetch(`${embeddings.url}/embeddings`, {
    method: 'POST',
    body: JSON.stringify({ model: embeddings.model, input: 'Which CRM?' }),
  })
  expect(asked.status).toBe(200)
  expect(chatModel.url).toBe(embeddings.url)

  const headers = { 'content-type': 'application/json' }
  const person = JSON.stringify({ email: 'ada@example.com', password: 'analytical engine' })
  const registered = await fetch(`${api}/auth/local/register`, { method: 'POST', headers, body: person })
  const { jwt } = (await registered.json()) as { jwt: string }
  const answer = await fetch(`${api}/website-profiles`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${jwt}` },
    body: JSON.stringify({ data: { website: 'paperfinch.example' } }),
  })
  const { data } = (await answer.json()) as { data: unknown }
  expect(WebsiteProfile.parse(data)).toMatchObject({ madeBy: 'model', name: { text: 'Paperfinch' } })
})
