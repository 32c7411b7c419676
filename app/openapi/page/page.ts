import { Html, html } from '#platform/server/http/pages/html.ts'
import type { OpenApi, Operation } from '../document.ts'
import { fieldList, prose, typeText } from './schema.ts'
import { style } from './style.ts'

/** Renders the document as a self-contained page. */
export function docsPage(document: OpenApi, publicUrl: string): string {
  const { info, tags, components } = document
  const entities = Object.entries(components.schemas).filter(([name]) => !/^Filters?_/.test(name))
  const filters = Object.entries(components.schemas).filter(([name]) => /^Filters?_/.test(name))
  return `<!doctype html>${
    html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title}</title>
<style>${new Html(style)}</style>
</head>
<body><div class="frame">
<nav aria-label="Sections"><ul>
<li><a href="#begin">Getting started</a></li>
<li><a href="#queries">Queries</a></li>
${tags.map(({ name }) => html`<li><a href="#tag-${name}">${titleOf(name)}</a></li>`)}
<li><a href="#schemas">Schemas</a></li>
<li><a href="#filters">Filters</a></li>
</ul></nav>
<main>
<h1>${info.title}</h1>
<p class="soft">Version ${info.version}. Machine-readable: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
${beginning(document, publicUrl)}
${queries}
${tags.map(({ name }) => section(document, name))}
<h2 id="schemas">Schemas</h2>
${entities.map(([name, schema]) => component(name, schema))}
<h2 id="filters">Filters</h2>
${filters.map(([name, schema]) => component(name, schema))}
</main>
</div></body>
</html>`.text
  }`
}

function beginning({ info }: OpenApi, publicUrl: string): Html {
  return html`<h2 id="begin">Getting started</h2>
${info.description.split('\n').map((line) => html`<p>${prose(line)}</p>`)}
<p>Send a token with each call: the one you get when you sign in, or an API token of a project.</p>
<pre>curl ${publicUrl}/api/auth/local --json '{"identifier": "you@example.com", "password": "…"}'
curl ${publicUrl}/api/projects -H 'Authorization: Bearer …'</pre>
<p>All errors have the same shape.</p>
<pre>{"data": null, "error": {"status": 400, "name": "ValidationError", "message": "Invalid key nope",
  "details": {"key": "nope", "path": "nope", "source": "query", "param": "filters"}}}</pre>`
}

const queries = html`<h2 id="queries">Queries</h2>
<p>Query parameters nest in brackets. Filter by a relation with its id, and include it with <code>populate</code>.</p>
<pre>GET /api/projects?filters[status][$in][0]=done&filters[status][$in][1]=paid&sort=createdAt:desc
GET /api/keywords?filters[project][id][$eq]=…&filters[$or][0][query][$containsi]=weld&filters[$or][1][status]=paused
GET /api/opportunities?sort=score:desc&populate[post][fields][0]=title&fields=score,label&pagination[pageSize]=50
GET /api/users/me?populate[memberships][populate][project][fields]=name</pre>
<p>Page with <code>page</code> and <code>pageSize</code>, or with <code>start</code> and <code>limit</code>. Lists that
change while you read them have a <code>cursor</code>: send the <code>nextCursor</code> of the last response.</p>`

function section({ paths }: OpenApi, tag: string): Html {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      operation.tags.includes(tag) ? [operationPart(method, path, operation)] : [],
    ),
  )
  return html`<h2 id="tag-${tag}">${titleOf(tag)}</h2>${operations}`
}

function operationPart(method: string, path: string, operation: Operation): Html {
  const { operationId, summary, parameters, requestBody, responses } = operation
  const body = Object.entries(requestBody?.content ?? {})
  return html`<details>
<summary><b class="${method}">${method.toUpperCase()}</b> <code>${path}</code> <span class="soft">${summary}</span></summary>
<div class="inside" id="${operationId}">
<p>${whoMayCall(operation)}</p>
${parameters.length > 0 ? html`<h3>Parameters</h3><dl>${parameters.map(parameterPart)}</dl>` : null}
${body.map(([type, { schema }]) => html`<h3>Body</h3><p class="soft">${type}</p>${fieldList(schema ?? {})}`)}
<h3>Responses</h3>
${Object.entries(responses).map(([status, response]) => answerPart(status, response))}
</div></details>`
}

function whoMayCall({ security }: Operation): string {
  if (security.length === 0) return 'No token needed.'
  return security.some((way) => Object.keys(way).length === 0) ? 'The token is optional.' : 'Requires a token.'
}

function parameterPart({ name, description, schema, required }: Operation['parameters'][number]): Html {
  return html`<dt><code>${name}</code>${required ? null : html` <i>optional</i>`}</dt>
<dd>${typeText(schema)} <span>${prose(description)}</span>${'properties' in schema ? fieldList(schema) : null}</dd>`
}

function answerPart(status: string, response: Operation['responses'][string]): Html {
  if ('$ref' in response) return html`<code>${status}</code> `
  const schema = response.content?.['application/json']?.schema
  const answer = schema ? (fieldList(schema) ?? typeText(schema)) : html`<p class="soft">No content.</p>`
  return html`<p><code>${status}</code></p>${answer}<h3>Errors</h3>`
}

function component(name: string, schema: object): Html {
  return html`<details>
<summary><code>${name}</code></summary>
<div class="inside" id="${name}">${fieldList(schema) ?? html`<p>${typeText(schema)}</p>`}</div></details>`
}

function titleOf(tag: string): string {
  const words = tag.replaceAll('-', ' ').replace(/^api\b/, 'API')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
