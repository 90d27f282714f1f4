package dev.fovea.service;

import android.app.Activity;
import android.os.Bundle;

/**
 * Shows nothing and ends. To start it makes the platform forget that the app was force-stopped or crashed too often,
 * after which the service can be bound again.
 */
public final class RecoverActivity extends Activity {
  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    finish(); // before onResume: Theme.NoDisplay demands it
  }
}
