import { describeTwoTenants } from './describe-two-tenants.ts';

// [SQL-9.1], [ENG-3.1].

describeTwoTenants({ isDeep: false });
