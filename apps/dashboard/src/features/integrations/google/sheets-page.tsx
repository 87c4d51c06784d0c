import { useQuery } from '@tanstack/react-query'
import { LoadFailure, SectionSkeletons } from '../../../ui/page.js'
import { GooglePage } from './google-page.js'
import { sheetsConnectionQuery, sheetsQuery } from './google-queries.js'
import { SheetExportSection } from './sheet-export-section.js'
import { SpreadsheetSection } from './spreadsheet-section.js'

/** New customers and conversations as rows of a spreadsheet. */
export function SheetsPage() {
  const stored = useQuery(sheetsConnectionQuery)
  return (
    <GooglePage
      service="Google Sheets"
      connects={{ client: 'sheets' }}
      docs="/docs/google-sheets"
      stored={stored}
      channel_term="Spreadsheet"
      consequence="The stored token and the settings below are deleted. The spreadsheet stays as it is."
      how={<HowSheetsWorks />}
      invitation="Choose the Google account whose spreadsheet gets the rows."
    >
      <Settings />
    </GooglePage>
  )
}

const HowSheetsWorks = () => (
  <ol>
    <li>Connect the Google account in which the spreadsheet is.</li>
    <li>Choose a spreadsheet, or let us create one. We add a tab of our own to it and change nothing else.</li>
    <li>From then on each new customer becomes a row. Turn on conversations to get a row for each of them, too.</li>
    <li>Earlier ones are added when you press Back-fill.</li>
  </ol>
)

function Settings() {
  const { data: sheets, error, refetch } = useQuery(sheetsQuery)
  if (!sheets && error) return <LoadFailure title="Error retrieving the spreadsheet" error={error} retry={refetch} />
  if (!sheets) return <SectionSkeletons heights={[120]} />
  return (
    <>
      <SpreadsheetSection spreadsheet={sheets.spreadsheet} />
      {sheets.spreadsheet && sheets.exports.map((one) => <SheetExportSection key={one.record} shown={one} />)}
    </>
  )
}
