import type { ServerResponse } from 'node:http'
import { answerJson, fieldsOf, StandIn } from './behaviour.ts'
import { answerTo } from './chat-answers.ts'

/** The only model. */
export const chatModelName = 'sandbox-chat'

/**
 * Returns a chat model in OpenAI's format, complete or streamed. The answer depends only on the question; with a
 * schema, it is built from the data in the question.
 */
export function chatModel(): StandIn {
  return new StandIn((body, response, isLying) => {
    const { model, messages, response_format: format, stream, stream_options: options } = fieldsOf(body)
    if (model !== chatModelName) return answerJson(response, 404, { error: { message: 'Unknown model' } })
    if (!Array.isArray(messages) || messages.length === 0) {
      return answerJson(response, 400, { error: { message: 'messages must not be empty' } })
    }
    const question = messages.map((message) => contentOf(fieldsOf(message).content)).join('\n')
    const last = contentOf(fieldsOf(messages.at(-1)).content)
    const reply = answerTo(last, fieldsOf(fieldsOf(format).json_schema), isLying)
    const usage = usageOf(question, reply)
    const head = { id: 'chatcmpl-sandbox', created: 0, model }
    if (stream === true) return streamed(response, head, reply, fieldsOf(options).include_usage === true ? usage : null)
    const message = { role: 'assistant', content: reply }
    const choices = [{ index: 0, message, finish_reason: 'stop' }]
    answerJson(response, 200, { ...head, object: 'chat.completion', choices, usage })
  })
}

/** A message is a text or a list of parts, some of which are texts. */
function contentOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map((part) => fieldsOf(part).text ?? '').join('\n')
}

function usageOf(question: string, reply: string) {
  const [promptTokens, completionTokens] = [question, reply].map((text) => Math.ceil(text.length / 4)) as [
    number,
    number,
  ]
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  }
}

/** Sends server-sent events: the role, the text in pieces, the finish reason, then the usage. */
function streamed(response: ServerResponse, head: object, reply: string, usage: object | null): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (data: object) => response.write(`data: ${JSON.stringify(data)}\n\n`)
  const chunk = (delta: object, finish: string | null = null) =>
    send({ ...head, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })
  chunk({ role: 'assistant', content: '' })
  for (const content of reply.match(/[\s\S]{1,20}/gu) ?? []) chunk({ content })
  chunk({}, 'stop')
  if (usage) send({ ...head, object: 'chat.completion.chunk', choices: [], usage })
  response.end('data: [DONE]\n\n')
}
