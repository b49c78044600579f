package dev.heddle.planner.translate;

import dev.heddle.planner.sql.binder.BinderCatalogue;

/** The table names that one SQL text can use; implemented by who keeps the catalogue. */
public interface SqlNames extends BinderCatalogue {}
