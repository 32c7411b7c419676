import { Section } from '#platform/web/forms/section.tsx'
import { ExportData } from './export-data.tsx'

export function AccountExport() {
  return (
    <Section
      title="Your data"
      hint="One file with everything that is kept of you and of the projects you own, for you and for other programs."
    >
      <ExportData projectId={null} label="Export my data" />
    </Section>
  )
}

export function ProjectExport({ projectId }: { projectId: string }) {
  return (
    <Section title="Export" hint="One file with all leads, decisions and settings of this project.">
      <ExportData projectId={projectId} label="Export this project" />
    </Section>
  )
}
