package dev.heddle.jdbc.metadata;

import java.sql.DatabaseMetaData;

/** How the database behaves, as yes or no. */
abstract class DatabaseTraits implements DatabaseMetaData {

  @Override
  public boolean allProceduresAreCallable() {
    return false;
  }

  @Override
  public boolean allTablesAreSelectable() {
    return true;
  }

  @Override
  public boolean isReadOnly() {
    return false;
  }

  @Override
  public boolean nullsAreSortedHigh() {
    return false;
  }

  @Override
  public boolean nullsAreSortedLow() {
    return false;
  }

  @Override
  public boolean nullsAreSortedAtStart() {
    return false;
  }

  @Override
  public boolean nullsAreSortedAtEnd() {
    return true;
  }

  @Override
  public boolean usesLocalFiles() {
    return false;
  }

  @Override
  public boolean usesLocalFilePerTable() {
    return false;
  }

  @Override
  public boolean storesUpperCaseIdentifiers() {
    return false;
  }

  @Override
  public boolean storesLowerCaseIdentifiers() {
    return false;
  }

  @Override
  public boolean storesMixedCaseIdentifiers() {
    return true;
  }

  @Override
  public boolean storesUpperCaseQuotedIdentifiers() {
    return false;
  }

  @Override
  public boolean storesLowerCaseQuotedIdentifiers() {
    return false;
  }

  @Override
  public boolean storesMixedCaseQuotedIdentifiers() {
    return true;
  }

  @Override
  public boolean nullPlusNonNullIsNull() {
    return true;
  }

  @Override
  public boolean isCatalogAtStart() {
    return true;
  }

  @Override
  public boolean doesMaxRowSizeIncludeBlobs() {
    return false;
  }

  @Override
  public boolean dataDefinitionCausesTransactionCommit() {
    return false;
  }

  @Override
  public boolean dataDefinitionIgnoredInTransactions() {
    return false;
  }

  @Override
  public boolean ownUpdatesAreVisible(int index) {
    return false;
  }

  @Override
  public boolean ownDeletesAreVisible(int index) {
    return false;
  }

  @Override
  public boolean ownInsertsAreVisible(int index) {
    return false;
  }

  @Override
  public boolean othersUpdatesAreVisible(int index) {
    return false;
  }

  @Override
  public boolean othersDeletesAreVisible(int index) {
    return false;
  }

  @Override
  public boolean othersInsertsAreVisible(int index) {
    return false;
  }

  @Override
  public boolean updatesAreDetected(int index) {
    return false;
  }

  @Override
  public boolean deletesAreDetected(int index) {
    return false;
  }

  @Override
  public boolean insertsAreDetected(int index) {
    return false;
  }

  @Override
  public boolean locatorsUpdateCopy() {
    return false;
  }

  @Override
  public boolean autoCommitFailureClosesAllResultSets() {
    return false;
  }

  @Override
  public boolean generatedKeyAlwaysReturned() {
    return false;
  }
}
