import { Button } from '@mantine/core'
import { useNavigate } from 'react-router'
import { Page } from '../../ui/page.js'
import { CompanyForm } from './company-form.js'
import { WithCompany } from './with-company.js'

export function EditCompanyPage() {
  const navigate = useNavigate()
  return (
    <WithCompany>
      {(company) => (
        <Page title="Edit company" back={{ to: `/companies/${company.id}`, label: company.name }}>
          <CompanyForm
            company={company}
            onSaved={({ id }) => void navigate(`/companies/${id}`)}
            renderButtons={({ saving, reset }) => (
              <>
                <Button variant="default" onClick={reset}>
                  Reset
                </Button>
                <Button type="submit" loading={saving}>
                  Update
                </Button>
              </>
            )}
          />
        </Page>
      )}
    </WithCompany>
  )
}
