import { Suspense } from 'react'
import { Link } from 'react-router'
import { hasRight } from '#engine/rules/access.ts'
import { buttonClasses } from '#platform/ui/button.tsx'
import { PageHeading } from '#platform/ui/page-heading.tsx'
import { CopyExample } from '#platform/web/forms/copyable.tsx'
import { Section } from '#platform/web/forms/section.tsx'
import { paths } from '#platform/web/page/paths.ts'
import { useProject } from '#platform/web/session/project.ts'
import { useRole } from '#platform/web/session/role.ts'
import { useSlot } from '#platform/web/slots.ts'
import { examples, tokenPlaceholder } from './examples.ts'
import { Feeds } from './feeds.tsx'

/** Everything that connects other programs to a project, each with an example. */
export function IntegrationSettings() {
  const project = useProject()
  return (
    <>
      <PageHeading title="Integrations">
        Connect other programs to this project, or export and import projects.
      </PageHeading>
      {project && <Integrations key={project.id} projectId={project.id} />}
    </>
  )
}

function Integrations({ projectId }: { projectId: string }) {
  const ProjectExport = useSlot('projectExport')
  const ProjectImport = useSlot('projectImport')
  const Webhooks = useSlot('webhooks')
  const role = useRole()
  // The rest needs API tokens, or shows all data of the project.
  const mayConnect = role !== undefined && hasRight(role, 'manageTokens')
  return (
    <>
      {mayConnect && (
        <>
          <Api />
          <Feeds projectId={projectId} />
        </>
      )}
      <Suspense>
        <Webhooks projectId={projectId} />
      </Suspense>
      {mayConnect && <Programs />}
      <Suspense>
        {mayConnect && <ProjectExport projectId={projectId} />}
        <ProjectImport />
      </Suspense>
    </>
  )
}

function Api() {
  const { origin } = window.location
  return (
    <Section
      title="API"
      hint="Scripts read and change this project with an API token."
      action={
        <Link to={paths.accountMain} className={buttonClasses({})}>
          Manage API tokens
        </Link>
      }
    >
      <CopyExample label="Read the five best new leads" text={examples.readLeads(origin)} />
      <p className="text-muted text-sm">
        Replace <code className="font-mono">{tokenPlaceholder}</code> with your token.{' '}
        <a href="/api/docs" className="underline underline-offset-3 hover:text-ink">
          API documentation
        </a>
      </p>
    </Section>
  )
}

function Programs() {
  const { origin } = window.location
  return (
    <>
      <Section
        title="AI assistants"
        hint="Assistants that support the Model Context Protocol (MCP) can search and explain leads, read threads, and list mentions. With a read-and-write token, they can also record decisions and add keywords. They can't post on Reddit."
      >
        <CopyExample label="Configuration of an MCP client" text={examples.mcpConfig(origin)} />
        <p className="text-muted text-sm">
          Replace <code className="font-mono">{tokenPlaceholder}</code> with a token of this project. Posts may contain
          instructions meant for assistants, so prefer a token that can only read.
        </p>
      </Section>
      <Section title="Spreadsheets" hint="Download leads and mentions as CSV, with the filters of their list.">
        <CopyExample label="Download the leads you replied to" text={examples.leadsFile(origin)} />
      </Section>
    </>
  )
}
