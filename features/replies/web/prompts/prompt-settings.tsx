import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PageHeading } from '#platform/ui/page-heading.tsx'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { Locked } from '#platform/web/forms/section.tsx'
import { useProject } from '#platform/web/session/project.ts'
import { useRole } from '#platform/web/session/role.ts'
import { whyNot } from '#platform/web/session/roles.ts'
import type { ReplyModel } from '../../contract.ts'
import { CannedReplies } from './canned-replies.tsx'
import { CommunityScope } from './community-scope.tsx'
import { communitiesWith, type Edits, type PromptPlace, placeKey, promptAt } from './edits.ts'
import { PromptEditor } from './prompt-editor.tsx'
import { kindsFor, kindTexts } from './prompt-kinds.ts'
import { PromptTest, type TestedVersion } from './prompt-test.tsx'
import { promptsQuery, replyModelQuery } from './queries.ts'
import { ReplyModelChoice } from './reply-model-choice.tsx'

/** What suggested replies may say, and how; what the chat model is told about leads; and a test of both. */
export function PromptSettings() {
  const project = useProject()
  return (
    <>
      <PageHeading title="Prompts">
        What suggested replies say about your product, how they sound, and what the chat model knows about your leads.
      </PageHeading>
      {project && (
        <Prompts key={project.id} projectId={project.id} productName={project.name} communities={project.communities} />
      )}
      {project && <CannedReplies key={`canned ${project.id}`} projectId={project.id} />}
    </>
  )
}

interface PromptsProps {
  projectId: string
  productName: string
  communities: readonly string[]
}

function Prompts({ projectId, productName, communities }: PromptsProps) {
  const query = useQuery(promptsQuery(projectId))
  const { data: model } = useQuery(replyModelQuery(projectId))
  const role = useRole()
  const [subreddit, setSubreddit] = useState<string | null>(null)
  const [edits, setEdits] = useState<Edits>(new Map())
  const [tested, setTested] = useState<TestedVersion | null>(null)
  if (hasFailed(query)) return <FetchFailure query={query} title="Couldn't load the prompts" />
  if (!query.data || !role) return <p role="status" aria-label="Loading" className="h-40" />
  const prompts = query.data
  const reason = whyNot(role, 'changeProject')

  function edit(place: PromptPlace, text: string | null) {
    const next = new Map(edits)
    if (text === null) next.delete(placeKey(place))
    else next.set(placeKey(place), { ...place, text })
    setEdits(next)
    setTested(null)
  }

  return (
    <>
      {reason !== null && <Locked>{reason}</Locked>}
      <CommunityScope
        value={subreddit}
        onChange={setSubreddit}
        communities={communities}
        prompts={prompts}
        locked={reason !== null}
      />
      {kindsFor(subreddit).map((kind) => {
        const place = { kind, subreddit }
        const key = placeKey(place)
        const isForReplies = kindsFor('any').includes(kind)
        return (
          <PromptEditor
            key={key}
            projectId={projectId}
            productName={productName}
            {...place}
            prompt={promptAt(prompts, place)}
            typed={edits.get(key)?.text}
            onType={(text) => edit(place, text)}
            onTest={reason === null && isForReplies ? (version) => setTested({ ...version, ...place }) : undefined}
            others={subreddit === null ? communitiesWith(prompts, kind) : []}
            idle={kindTexts[kind].isForModel ? idleText(model) : null}
            locked={reason !== null}
          />
        )
      })}
      <ReplyModelChoice projectId={projectId} locked={reason !== null} />
      {reason === null && (
        <PromptTest projectId={projectId} edits={edits} tested={tested} onUseEdits={() => setTested(null)} />
      )}
    </>
  )
}

/** Returns why nothing reads what is for chat models. */
function idleText(model: ReplyModel | undefined): string | null {
  if (!model) return null
  if (model.default === null) return 'No chat model is connected to this server, so this has no effect yet.'
  return model.sends ? null : 'This project sends no posts to the chat model, so this has no effect now.'
}
