// TODO: everything
