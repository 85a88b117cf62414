/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_COMPANY_H
#define CE_COMPANY_H

#include <glib.h>

G_BEGIN_DECLS

typedef struct _CeCompany CeCompany;

CeCompany *ce_company_new  (void);
void       ce_company_free (CeCompany *company);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CeCompany, ce_company_free)

G_END_DECLS

#endif
