import type { CampaignDocument } from '../../../checks/campaign/tally';
import { faultsPage, withCampaign } from '../../../checks/reference/faults-page';
import cases from './faults-page.cases.json';

const CAMPAIGN = cases.campaign as CampaignDocument;

describe('faultsPage', () => {
  const page = withCampaign('', CAMPAIGN);

  it('lists every fault class with its worst cost and the command that repeats it', () => {
    expect(page).toMatch(/^\| `host` \| hosts that stop, hang[^|]*\| 3 \| 6 \| 1 \| 0 \| 1\.50 \| 3\.00 \|$/m);
    expect(page).toMatch(/the bench stack deleted[^|]*\| 0 \| 0 \| 0 \| 0 \| - \|/);
    // The worst can be repeated.
    expect(page).toContain('# host: $1.50 late\nnpm run campaign -- --again\n');
    expect(page).toContain('**Everything here is simulated**');
  });

  it('keeps the table of the last campaign, and prints a notice when none has run', () => {
    expect(faultsPage(page)).toBe(page);
    expect(faultsPage('')).toContain('No campaign has run yet.');
  });
});
