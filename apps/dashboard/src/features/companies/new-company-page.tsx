import { Button } from '@mantine/core'
import { Link, useNavigate } from 'react-router'
import { Page } from '../../ui/page.js'
import { CompanyForm } from './company-form.js'

export function NewCompanyPage() {
  const navigate = useNavigate()
  return (
    <Page title="New company" back={{ to: '/companies', label: 'Companies' }}>
      <CompanyForm
        onSaved={({ id }) => void navigate(`/companies/${id}`)}
        renderButtons={({ saving }) => (
          <>
            <Button component={Link} to="/companies" variant="default">
              Cancel
            </Button>
            <Button type="submit" loading={saving}>
              Create
            </Button>
          </>
        )}
      />
    </Page>
  )
}
